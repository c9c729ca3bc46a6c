import { formatAmount } from '#kernel/money.ts'
import { regionName } from '#kernel/regions.ts'
import { viewNote } from '#domains/people/notes/views.ts'
import { rateText } from '#domains/programmes/rates/rules/rate.ts'
import type { ItemView, TransactionTimeline } from '../contract/transaction.ts'
import { DECISION_ENTRIES, RECORDED_REMARKS } from '../contract/vocabulary.ts'
import type { PostbackChannel, RecordedRemark } from '../contract/vocabulary.ts'
import type { TransactionTimelineRows } from '../queries/transaction-timeline.ts'
import { viewPublisherTransaction } from '../views.ts'
import { viewKey } from './view-decision-file.ts'

interface TimelineOptions {
  locale: 'en' | 'zh'
  /** For whom: an operator sees who decided, an advertiser its own accounts and files, and a publisher neither. */
  reader: 'operator' | 'advertiser' | 'publisher'
  /** The address of the transaction for this reader. */
  path: string
  /** Whether the reader can open claims: sub-accounts cannot. */
  canOpenClaims?: boolean
}

/** Builds a transaction's timeline. */
export function viewTimeline(timeline: TransactionTimelineRows, options: TimelineOptions): TransactionTimeline {
  const { transaction } = timeline
  return {
    transaction: viewPublisherTransaction(transaction),
    reported: {
      order_value: formatAmount(transaction.reportedValue),
      commission: formatAmount(transaction.reportedCommission),
      items: viewItems(timeline, 0),
      remark: viewRemark(timeline),
    },
    coupon: transaction.coupon,
    claim_path: viewClaimPath(timeline, options),
    customer_status: transaction.customerStatus,
    click: viewClick(timeline, options),
    terms: viewTerms(timeline),
    reports: timeline.postbacks.map((postback) => ({
      received_at: postback.receivedAt.toISOString(),
      method: toMethod(postback.channel),
      result: postback.result === 'recorded' ? 'recorded' : 'duplicate',
      difference: postback.reason === 'amount_differs' || postback.reason === 'click_differs' ? postback.reason : null,
    })),
    rejections: timeline.unrecorded.flatMap(({ receivedAt, channel, result, reason }) =>
      result !== 'rejected' || reason === null
        ? []
        : [{ received_at: receivedAt.toISOString(), method: toMethod(channel), reason }],
    ),
    acceptances: timeline.unrecorded
      .filter(({ result }) => result === 'accepted')
      .map(({ receivedAt, channel, reason }) => ({
        received_at: receivedAt.toISOString(),
        method: toMethod(channel),
        reason: reason === 'confirm_without_rate' ? reason : ('clock_ahead' as const),
      })),
    decisions: timeline.decisions.map((decision) => ({
      ...viewFacts(decision),
      evidence_file: viewEvidenceFile(timeline, decision, options),
      sequence: decision.sequence,
      action: decision.action,
      decided_as: decision.decidedAs,
      status: decision.status,
      reason: decision.reasonCode,
      hold_reason: decision.holdReason,
      due_at: decision.dueAt?.toISOString() ?? null,
      order_value: formatAmount(decision.orderValue),
      commission: formatAmount(decision.commission),
      items: viewItems(timeline, decision.sequence),
      note: decision.note,
      decided_at: decision.decidedAt.toISOString(),
      ...viewAuthor(decision, options),
    })),
    notes: timeline.notes.map(viewNote),
    postings: timeline.entries.map((entry) => ({
      sequence: entry.sequence,
      kind: toDecisionEntry(entry.kind),
      posted_at: entry.postedAt.toISOString(),
      amount: formatAmount(entry.owed),
      currency: entry.currency,
    })),
  }
}

const CLAIM_PATHS = { operator: '/operator/claims', advertiser: '/brand/claims', publisher: '/claims' }

function viewClaimPath({ transaction: { claimId } }: TransactionTimelineRows, options: TimelineOptions) {
  return claimId === null || !options.canOpenClaims ? null : `${CLAIM_PATHS[options.reader]}/${claimId}`
}

function viewAuthor({ decidedAs, decidedBy, fileId, fileName, ...key }: DecisionRow, { reader }: TimelineOptions) {
  const isSeen = reader === 'operator' || (reader === 'advertiser' && decidedAs === 'advertiser')
  return {
    decided_by: isSeen ? decidedBy : null,
    key: isSeen ? viewKey(key) : null,
    file: isSeen && fileId !== null && fileName !== null ? { id: fileId, name: fileName } : null,
  }
}

function viewItems({ items }: TransactionTimelineRows, sequence: number): ItemView[] {
  return items
    .filter((item) => item.sequence === sequence)
    .map(({ group, sku, quantity, amount }) => ({ group, sku, quantity, amount: formatAmount(amount) }))
}

function viewRemark({ postbacks }: TransactionTimelineRows): RecordedRemark | null {
  const reason = postbacks.find(({ result }) => result === 'recorded')?.reason
  return RECORDED_REMARKS.find((remark) => remark === reason) ?? null
}

type DecisionRow = TransactionTimelineRows['decisions'][number]

function viewFacts({ evidence, customerStatus, shippedAt, expectedAt }: DecisionRow) {
  return {
    evidence,
    customer_status: customerStatus,
    shipped_at: shippedAt?.toISOString() ?? null,
    expected_at: expectedAt?.toISOString() ?? null,
  }
}

function viewEvidenceFile(
  { evidenceFiles }: TransactionTimelineRows,
  decision: DecisionRow,
  { path }: TimelineOptions,
) {
  const file = evidenceFiles.find(({ id }) => id === decision.evidenceFileId)
  return file ? { name: file.name, size: file.size, path: `${path}/evidence/${decision.sequence}` } : null
}

function toDecisionEntry(kind: TransactionTimelineRows['entries'][number]['kind']) {
  const found = DECISION_ENTRIES.find((each) => each === kind)
  if (!found) throw new Error(`An entry of a decision is a ${kind}`)
  return found
}

function toMethod(channel: PostbackChannel): 'server' | 'pixel' {
  return channel === 'pixel' ? 'pixel' : 'server'
}

function viewClick({ click }: TransactionTimelineRows, { locale }: TimelineOptions): TransactionTimeline['click'] {
  if (!click) return null
  return {
    clicked_at: click.clickedAt.toISOString(),
    verdict: click.verdict,
    country: click.country === null ? null : regionName(click.country, locale),
    device: click.device,
    referrer: click.referrer,
    destination: click.destination,
    subs: [click.sub1, click.sub2, click.sub3, click.sub4, click.sub5].map((sub) => sub ?? ''),
  }
}

function viewTerms({ terms }: TransactionTimelineRows): TransactionTimeline['terms'] {
  if (!terms) return null
  return {
    version: terms.version,
    effective_from: terms.effectiveFrom.toISOString(),
    window_days: terms.windowDays,
    validation_days: terms.validationDays,
    validation_end: terms.validationEnd,
    rate: terms.rates.length === 0 ? null : terms.rates.map((rate) => rateText(rate, terms.currency)).join(' · '),
  }
}
