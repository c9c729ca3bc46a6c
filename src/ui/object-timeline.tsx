import { Group, Stack, Text, ThemeIcon, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateText } from './money-text.tsx'
import type { Tone } from './theme.ts'

/** What happened to an object, or is still to come. */
export interface TimelineEntry {
  key: string
  icon: ReactNode
  title: ReactNode
  /** When it happened; absent for what is still to come. */
  at?: string | undefined
  /** Who did it. */
  actor?: ReactNode
  tone?: Tone
  /** Sentences that explain it, and what belongs to it. */
  children?: ReactNode
}

/** What happened to an object, newest first. What is still to come stands before; equal times keep their order. */
export function ObjectTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Timeline component="ol" m={0} style={{ listStyle: 'none' }}>
      {entries
        .toReversed()
        .toSorted(compareNewestFirst)
        .map(({ key, icon, tone = 'brand', title, at, actor, children }) => (
          <Timeline.Item
            key={key}
            component="li"
            bullet={
              <ThemeIcon size={40} color={tone} aria-hidden>
                {icon}
              </ThemeIcon>
            }
            title={
              <Text component="h3" ff="heading" fz="1.1rem" fw={650}>
                {title}
              </Text>
            }
          >
            <Group gap="xs" c="var(--ink-faint)" fz="sm">
              {actor !== undefined && (
                <Text span inherit>
                  {actor}
                </Text>
              )}
              {at !== undefined && (
                <Text span inherit>
                  <DateText value={at} withTime /> UTC
                </Text>
              )}
            </Group>
            <Stack gap="xs" mt="xs" style={{ overflowWrap: 'anywhere' }}>
              {children}
            </Stack>
          </Timeline.Item>
        ))}
    </Timeline>
  )
}

function compareNewestFirst({ at: one }: TimelineEntry, { at: other }: TimelineEntry): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1
  return one < other ? 1 : -1
}
