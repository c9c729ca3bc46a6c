import { isDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { findElement, listElements, readText } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** What a bank says of a payment, or of a whole order of payments. */
export interface PaymentStatus {
  /** Counts the answers of the file from 1. */
  line: number
  /** The message of the order of payments. */
  messageId: string
  /** Empty where the answer is about the whole order. */
  endToEndId: string
  /** Undefined when the file does not repeat it. */
  amount: Amount | undefined
  status: 'paid' | 'failed' | 'waiting'
  reason: string
  /** The day of the answer. */
  day: Day | undefined
}

const STATUSES: Record<string, PaymentStatus['status']> = {
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'failed',
  CANC: 'failed',
}

/**
 * Lists the answers of a status report (pain.002 of any version); undefined for other XML. An answer about the whole
 * order counts only where it is final and there are none about its payments.
 */
export function listPaymentStatuses(root: XmlElement): PaymentStatus[] | undefined {
  const report = findElement(root, 'Document', 'CstmrPmtStsRpt')
  if (!report) return undefined
  const group = findElement(report, 'OrgnlGrpInfAndSts')
  const messageId = readText(group, 'OrgnlMsgId')
  const day = readText(report, 'GrpHdr', 'CreDtTm').slice(0, 10)
  const common = { messageId, day: isDay(day) ? day : undefined }
  const batches = listElements(report, 'OrgnlPmtInfAndSts')
  const payments = batches.flatMap((batch) => listElements(batch, 'TxInfAndSts'))
  const answers = payments.map((payment) => ({
    ...common,
    endToEndId: readText(payment, 'OrgnlEndToEndId'),
    amount: parseAmount(readText(payment, 'OrgnlTxRef', 'Amt', 'InstdAmt')),
    status: STATUSES[readText(payment, 'TxSts')] ?? ('waiting' as const),
    reason: readReason(payment),
  }))
  if (answers.length > 0) return answers.map((answer, index) => ({ ...answer, line: index + 1 }))
  const [batch] = batches
  const status = STATUSES[readText(batch, 'PmtInfSts') || readText(group, 'GrpSts')] ?? 'waiting'
  const reason = readReason(batch) || readReason(group)
  return [{ ...common, line: 1, endToEndId: '', amount: undefined, status, reason }]
}

function readReason(element: XmlElement | undefined): string {
  const reasons = listElements(element, 'StsRsnInf').flatMap((reason) => [
    readText(reason, 'Rsn', 'Cd') || readText(reason, 'Rsn', 'Prtry'),
    ...listElements(reason, 'AddtlInf').map((each) => readText(each)),
  ])
  return reasons
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 300)
}
