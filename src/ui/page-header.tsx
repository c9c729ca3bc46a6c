import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  /** A short line above the title: where this page belongs. */
  eyebrow?: ReactNode
  /** One or two sentences that say what the page is for. */
  text?: ReactNode
  /** Buttons and links at the end of the line. */
  actions?: ReactNode
}

/** The header of a console page with its only `h1`. */
export function PageHeader({ title, eyebrow, text, actions }: PageHeaderProps) {
  return (
    <Group component="header" justify="space-between" align="end">
      <Stack gap={6} maw="46rem" flex="1 1 20rem">
        {eyebrow !== undefined && (
          <Text span c="var(--accent)" size="sm" fw={600}>
            {eyebrow}
          </Text>
        )}
        <Title>{title}</Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
      </Stack>
      {actions !== undefined && (
        <Group gap="xs" align="end">
          {actions}
        </Group>
      )}
    </Group>
  )
}
