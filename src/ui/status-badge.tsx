import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import type { Tone } from './theme.ts'

/** All states that a badge can show. */
export type Status = keyof Messages['ui']['status']

type Shape = 'ring' | 'disc' | 'cross' | 'double' | 'half' | 'dash'

const LOOKS: Record<Status, { tone: Tone; shape: Shape }> = {
  PENDING: { tone: 'warn', shape: 'half' },
  REVIEW: { tone: 'warn', shape: 'half' },
  CONFIRMED: { tone: 'good', shape: 'disc' },
  APPROVED: { tone: 'good', shape: 'disc' },
  ACTIVE: { tone: 'good', shape: 'disc' },
  JOINED: { tone: 'good', shape: 'disc' },
  RECORDED: { tone: 'good', shape: 'disc' },
  DECIDED: { tone: 'good', shape: 'disc' },
  UNCHANGED: { tone: 'idle', shape: 'dash' },
  ACCEPTED: { tone: 'warn', shape: 'half' },
  PAID: { tone: 'brand', shape: 'double' },
  CANCELLED: { tone: 'bad', shape: 'cross' },
  REJECTED: { tone: 'bad', shape: 'cross' },
  DRAFT: { tone: 'idle', shape: 'ring' },
  PAUSED: { tone: 'idle', shape: 'dash' },
  DUPLICATE: { tone: 'idle', shape: 'dash' },
  CLOSED: { tone: 'idle', shape: 'dash' },
}

/** A state in text, colour and shape, so that it never depends on the colour alone. */
export function StatusBadge({ status, label }: { status: Status; label?: ReactNode }) {
  const t = useTexts('ui')
  const { tone, shape } = LOOKS[status]
  return (
    <Badge
      component="span"
      {...(tone === 'brand' ? { variant: 'filled', color: 'pine' } : { color: tone })}
      leftSection={<Sign shape={shape} />}
    >
      {label ?? t(`status.${status}`)}
    </Badge>
  )
}

function Sign({ shape }: { shape: Shape }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      {shape === 'disc' && <circle cx="6" cy="6" r="4.6" fill="currentColor" stroke="none" />}
      {shape === 'ring' && <circle cx="6" cy="6" r="4" />}
      {shape === 'half' && (
        <>
          <circle cx="6" cy="6" r="4" />
          <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" stroke="none" />
        </>
      )}
      {shape === 'double' && <path d="M1 6.5 3.4 9 7 4M6 9l4.6-5" strokeLinecap="round" strokeLinejoin="round" />}
      {shape === 'cross' && <path d="m2.5 2.5 7 7m0-7-7 7" strokeLinecap="round" />}
      {shape === 'dash' && <path d="M2 6h8" strokeLinecap="round" />}
    </svg>
  )
}
