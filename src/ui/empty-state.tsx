import { Box, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The drawing above the text. */
export type EmptyArt = 'list' | 'search' | 'chart' | 'link'

interface EmptyStateProps {
  title: ReactNode
  /** Says why it is empty, or what would fill it. */
  text?: ReactNode
  /** The next step, as a link or button. */
  action?: ReactNode
  art?: EmptyArt
}

/** The placeholder of an empty list or figure. */
export function EmptyState({ title, text, action, art = 'list' }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" px="md" py="xl" ta="center">
      <Drawing art={art} />
      <Text mt="xs" ff="heading" fz="1.2rem" fw={650}>
        {title}
      </Text>
      {text !== undefined && (
        <Text maw="28rem" c="dimmed">
          {text}
        </Text>
      )}
      {action !== undefined && <Box mt="sm">{action}</Box>}
    </Stack>
  )
}

const line = { strokeWidth: 5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

function Drawing({ art }: { art: EmptyArt }) {
  return (
    <svg width="132" height="92" viewBox="0 0 132 92" fill="none" aria-hidden>
      <ellipse cx="66" cy="84" rx="56" ry="6" fill="var(--surface-sunk)" />
      <Back art={art} />
      {art === 'search' ? (
        <g stroke="var(--art-ember)" {...line} strokeWidth={6}>
          <circle cx="82" cy="50" r="17" fill="var(--surface)" />
          <path d="m95 63 13 13" />
        </g>
      ) : (
        <g stroke="var(--art-ember)" {...line} strokeWidth={6}>
          <circle cx="100" cy="66" r="14" fill="var(--surface)" />
          <circle cx="100" cy="42" r="3" fill="var(--art-ember)" />
        </g>
      )}
    </svg>
  )
}

function Back({ art }: { art: EmptyArt }) {
  if (art === 'chart') {
    return (
      <g stroke="var(--art-pine)" {...line}>
        <path d="M22 14v64h72" />
        <path d="m34 62 16-16 14 8 22-28" stroke="var(--art-mint)" />
      </g>
    )
  }
  if (art === 'link') {
    return (
      <g stroke="var(--art-pine)" {...line} strokeWidth={6}>
        <rect x="14" y="36" width="46" height="26" rx="13" />
        <rect x="46" y="36" width="46" height="26" rx="13" stroke="var(--art-mint)" />
      </g>
    )
  }
  return (
    <g>
      <rect x="24" y="12" width="62" height="68" rx="10" fill="var(--surface)" stroke="var(--art-pine)" {...line} />
      <path d="M38 31h34M38 46h24M38 61h16" stroke="var(--art-mint)" {...line} />
    </g>
  )
}
