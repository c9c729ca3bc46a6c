import { Code, Group, Paper } from '@mantine/core'
import { CopyButton } from './copy-field.tsx'

const CODE = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: 1.65, tabSize: 2 } as const

/** Code to copy, with a name and a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <Paper component="figure" m={0} bd="1px solid var(--line)" bg="var(--surface-sunk)">
      <Group
        component="figcaption"
        justify="space-between"
        p="xs"
        pl="md"
        c="dimmed"
        fz="sm"
        fw={550}
        style={{ borderBottom: '1px solid var(--line)' }}
      >
        {label}
        <CopyButton value={code} size="xs" />
      </Group>
      <Code block p="md" bg="none" fz="0.86rem" style={CODE}>
        {code}
      </Code>
    </Paper>
  )
}
