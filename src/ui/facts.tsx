import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'

/** @see Facts */
export interface FactsProps {
  /** Names with their values; `false` entries are left out. */
  facts: readonly (readonly [name: ReactNode, value: ReactNode] | false)[]
  /** `stack`: values below their names, for long ones; `line`: small facts beside each other. */
  layout?: 'table' | 'stack' | 'line'
}

/** A long name takes a second line, so that the values stand below each other. */
const LABEL = { flex: 'none', w: 'var(--data-list-label-width)' }

/** A list of names and values. */
export function Facts({ facts, layout = 'table' }: FactsProps) {
  const known = facts.filter((fact) => fact !== false)
  if (known.length === 0) return null
  return (
    <DataList
      size="md"
      gap={layout === 'table' ? 'xs' : 'md'}
      labelWidth="min(11rem, 35%)"
      orientation={layout === 'table' ? 'horizontal' : 'vertical'}
      style={layout === 'line' ? { flexFlow: 'row wrap', columnGap: 'var(--space-6)' } : {}}
    >
      {known.map(([name, value], index) => (
        <DataList.Item key={index}>
          <DataList.ItemLabel {...(layout === 'table' ? LABEL : {})}>{name}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
