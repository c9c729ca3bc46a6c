import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { Offer } from '../contract/membership.ts'

/** Says to a publisher who has not joined that only invited ones can. */
export function InvitationNote({ offer: { join_mode: mode, membership, program_status: status } }: { offer: Offer }) {
  const t = useTexts('programs')
  const canJoin = status === 'open' && (membership === null || membership === 'left')
  return mode === 'invited' && canJoin && t('offers.byInvitation')
}

/** Says when the programme closes. */
export function ClosingNote({ at }: { at: string }) {
  const t = useTexts('programs')
  const day = <DateText value={at} />
  return t.rich('offers.closes', { day: () => day })
}

/** Says that the programme is paused, or from when on. */
export function PauseNote({ offer: { program_status: status, pauses_at: at } }: { offer: Offer }) {
  const t = useTexts('programs')
  if (status === 'paused') return t('offers.resting')
  if (status !== 'open' || at === null) return null
  const day = <DateText value={at} />
  return t.rich('offers.pauses', { day: () => day })
}

/** Says from which day on the programme takes no publishers, and when joins and promotions close. */
export function FundingNote({ offer: { no_joins_from: noJoins, closed_from: closed } }: { offer: Offer }) {
  const t = useTexts('programs')
  if (noJoins === null || closed === null) return null
  const [noJoinsDay, closedDay] = [<DateText key="joins" value={noJoins} />, <DateText key="closed" value={closed} />]
  return t.rich('offers.fundsUsedUp', { noJoins: () => noJoinsDay, closed: () => closedDay })
}

/** Says which clicks earn nothing. */
export function StopNote({ stopped: { from, until } }: { stopped: NonNullable<Offer['stopped']> }) {
  const t = useTexts('programs')
  const [fromText, untilText] = [from, until].map((at) => <DateText key={at} value={at} withTime />)
  return t.rich('offers.stopped', { from: () => fromText, until: () => untilText })
}
