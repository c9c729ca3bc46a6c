import { formatAmount } from '#kernel/money.ts'
import type { AnswerView, ClaimDetail, ClaimEventView, ClaimSums, ClaimView } from './contract/claim.ts'
import type { ClaimEventRow, ClaimRow, sumClaimsToDecide } from './queries.ts'
import { isAsked, mayInsist } from './rules.ts'
import type { AnswerFacts, ClaimAnswer } from './rules.ts'

/** Builds a claim of a list. */
export function viewClaim(row: ClaimRow, now: Date): ClaimView {
  return {
    id: row.id,
    advertiser_name: row.advertiserName,
    publisher_name: row.publisherName,
    site_name: row.siteName,
    order_id: row.orderRef,
    event: row.event,
    ordered_on: row.orderedOn,
    amount: row.amount === null ? null : formatAmount(row.amount),
    currency: row.currency,
    commission: row.commission === null ? null : formatAmount(row.commission),
    origin: row.origin,
    filed_at: row.filedAt.toISOString(),
    status: row.status,
    answer: viewAnswer(row.answer, row.answerFacts),
    due_at: row.dueAt?.toISOString() ?? null,
    evidence_until: row.status === 'waiting' && isAsked(row, now) ? (row.evidenceUntil?.toISOString() ?? null) : null,
  }
}

interface DetailOptions {
  now: Date
  /** The address of the claim for this reader, from which it downloads files. */
  path: string
  reader: 'publisher' | 'brand' | 'operator'
  /** Whether the last order of the ended programme is decided. */
  hasEnded: boolean
}

/** Builds what waits for an advertiser. */
export function viewSums({ count, commission, firstDueAt }: Awaited<ReturnType<typeof sumClaimsToDecide>>): ClaimSums {
  return {
    count,
    commission: commission === null ? null : formatAmount(commission),
    first_due_at: firstDueAt?.toISOString() ?? null,
  }
}

/** Builds a claim with its timeline. The advertiser reads no transaction of another publisher from it. */
export function viewClaimDetail(
  row: ClaimRow,
  { events, notes }: { events: readonly ClaimEventRow[]; notes: ClaimDetail['notes'] },
  { now, path, reader, hasEnded }: DetailOptions,
): ClaimDetail {
  const isWaiting = row.status === 'waiting'
  const canInsist = row.status === 'answered' && row.insistedAt === null && mayInsist(row.answer) && !hasEnded
  return {
    ...viewClaim(row, now),
    sequence: row.sequence,
    publisher_id: Number(row.publisherId),
    transaction_id: row.transactionId,
    may_insist: reader === 'publisher' && canInsist,
    may_ask: reader === 'brand' && isWaiting && row.askedAt === null,
    events: events.map((event) => viewEvent(event, path)),
    notes: [...notes],
  }
}

function viewEvent(event: ClaimEventRow, path: string): ClaimEventView {
  const { sequence, fileName, fileSize } = event
  return {
    sequence,
    kind: event.kind,
    acted_as: event.actedAs,
    happened_at: event.happenedAt.toISOString(),
    note: event.note,
    reason: event.reason,
    answer: event.answer === null || event.answerFacts === null ? null : viewAnswer(event.answer, event.answerFacts),
    amount: event.amount === null ? null : formatAmount(event.amount),
    file:
      fileName === null || fileSize === null
        ? null
        : { name: fileName, size: fileSize, path: `${path}/files/${sequence}` },
  }
}

function viewAnswer(answer: ClaimAnswer, facts: AnswerFacts): AnswerView {
  const { attribution, clickedOn, windowDays, verdict, reason } = facts
  return { answer, attribution, clicked_on: clickedOn, window_days: windowDays, verdict, reason }
}
