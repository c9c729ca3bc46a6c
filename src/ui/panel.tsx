import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title?: ReactNode
  text?: ReactNode
  /** Buttons and filters at the end of the title's line. */
  actions?: ReactNode
  /** Without padding, for tables that reach the edges. */
  flush?: boolean
  children?: ReactNode
}

/** A titled surface for one part of a page. */
export function Panel({ title, text, actions, flush = false, children }: PanelProps) {
  const hasHead = title !== undefined || actions !== undefined
  return (
    <Paper component="section" shadow="xs" className={styles.panel ?? ''}>
      {hasHead && (
        <Group className={styles.part ?? ''} justify="space-between" align="start" gap="sm">
          <div>
            {title !== undefined && <Title order={2}>{title}</Title>}
            {text !== undefined && (
              <Text mt={4} c="dimmed">
                {text}
              </Text>
            )}
          </div>
          {actions !== undefined && (
            <Group gap="xs" align="end">
              {actions}
            </Group>
          )}
        </Group>
      )}
      {children !== undefined && <div className={flush ? styles.flush : styles.part}>{children}</div>}
    </Paper>
  )
}
