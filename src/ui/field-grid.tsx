import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields side by side, as many as fit, with their controls aligned. */
export function FieldGrid({ minWidth = '15rem', children }: { minWidth?: string; children: ReactNode }) {
  return (
    <SimpleGrid minColWidth={`min(100%, ${minWidth})`} style={{ alignItems: 'end' }}>
      {children}
    </SimpleGrid>
  )
}
