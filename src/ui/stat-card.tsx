import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './stat-card.module.css'

interface StatCardProps {
  label: ReactNode
  value: ReactNode
  /** A line below the figure, such as a comparison. */
  hint?: ReactNode
  /** Colours the hint. */
  tone?: 'good' | 'warn' | 'bad'
}

/** One figure with its name. */
export function StatCard({ label, value, hint, tone }: StatCardProps) {
  return (
    <div className={styles.card}>
      <Text component="dt" c="dimmed" size="sm">
        {label}
      </Text>
      <dd className={styles.value}>
        {value}
        {hint !== undefined && (
          <Text c={tone === undefined ? 'dimmed' : `var(--${tone})`} fz="0.86rem" mt={4} lts={0}>
            {hint}
          </Text>
        )}
      </dd>
    </div>
  )
}

/** Figures side by side. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <Paper shadow="xs" className={styles.row ?? ''}>
      <Group component="dl" m={0} gap={1} align="stretch">
        {children}
      </Group>
    </Paper>
  )
}
