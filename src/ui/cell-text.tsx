import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Lettermark } from './lettermark.tsx'

interface CellTextProps {
  children: ReactNode
  /** Secondary lines below; `false` entries are left out. */
  details?: readonly ReactNode[]
  /** Shows the lettermark of this name before the text. */
  mark?: string
}

/** A table cell with a main line and secondary lines below it. */
export function CellText({ children, details = [], mark }: CellTextProps) {
  const lines = (
    <Stack gap={2} miw={0}>
      <div>{children}</div>
      {details.map((detail, index) => isShown(detail) && <Detail key={index}>{detail}</Detail>)}
    </Stack>
  )
  if (mark === undefined) return lines
  return (
    <Group gap="sm" wrap="nowrap">
      <Lettermark name={mark} size={34} />
      {lines}
    </Group>
  )
}

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text data-extra maw="18rem" c="dimmed" fz="0.86rem" fw={400} lh={1.4} style={{ overflowWrap: 'break-word' }}>
      {children}
    </Text>
  )
}

function isShown(detail: ReactNode): boolean {
  return detail !== false && detail !== null && detail !== undefined && detail !== ''
}
