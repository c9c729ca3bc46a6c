import { DateText } from '#ui/money-text.tsx'

/** The last day (UTC) of an invitation, which expires at its end. */
export function LastDay({ expiresAt }: { expiresAt: string }) {
  return <DateText value={new Date(Date.parse(expiresAt) - 1)} />
}
