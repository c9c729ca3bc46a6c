import { Refusal } from '#kernel/errors.ts'
import { listBankEntries } from '#platform/server/bank-messages/camt.ts'
import type { BankEntry } from '#platform/server/bank-messages/camt.ts'
import type { PaymentStatus } from '#platform/server/bank-messages/pain002.ts'
import { readBankMessage } from '#platform/server/bank-messages/read-bank-message.ts'
import { UnreadableXml } from '#platform/server/bank-messages/xml.ts'
import type { XmlFault } from '#platform/server/bank-messages/xml.ts'
import { XML_FAULT_CODES } from '#platform/server/bank-messages/xml-refusals.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listFilePayouts } from '../queries/runs.ts'
import { readBankEntry, readPaymentStatus } from './read-bank-answers.ts'
import type { BankAnswer } from './read-bank-answers.ts'
import { readFileNumber } from '../rules/run-files.ts'
import { ReportSettlement } from './settle-report-lines.ts'
import type { ReportResult } from './settle-report-lines.ts'

interface BankMessage {
  runId: string
  chunks: AsyncIterable<Uint8Array>
}

/**
 * Settles the payouts of a run by a status report (pain.002), a statement (camt.053) or a notification (camt.054) of
 * the bank. An answer about a whole payment file settles all its payouts. Refuses with 422 a file that cannot be read
 * or is none of these, and with 409 a status report about another run; then nothing is changed.
 */
export async function settleByBankMessage(ctx: Ctx, { runId, chunks }: BankMessage): Promise<ReportResult> {
  const parts = await Array.fromAsync(readBankMessage(chunks)).catch((error: unknown) => {
    if (error instanceof UnreadableXml) throw refuseFile(XML_FAULT_CODES[error.fault])
    throw error
  })
  if (parts.length === 0) throw refuseFile('bank.unknown_message')
  const settlement = new ReportSettlement(ctx, runId)
  for (const status of parts.flatMap(({ statuses = [] }) => statuses)) {
    await settleByStatus(settlement, { ctx, runId, status })
  }
  for (const entry of listBankEntries(parts.flatMap(({ bookings = [] }) => bookings))) {
    await settleByEntry(settlement, { ctx, runId, entry })
  }
  await settlement.flush()
  return settlement.result
}

function refuseFile(code: (typeof XML_FAULT_CODES)[XmlFault] | 'bank.unknown_message'): Refusal {
  return new Refusal({ code, status: 422, wireCode: 'invalid', field: 'file' })
}

type Told<Kind extends string, Answer> = { ctx: Ctx; runId: string } & Record<Kind, Answer>

async function settleByStatus(
  settlement: ReportSettlement,
  { ctx, runId, status }: Told<'status', PaymentStatus>,
): Promise<void> {
  const file = readFileNumber(runId, status.messageId)
  if (file === undefined) {
    throw new Refusal({ code: 'run.report_other_run', status: 409, wireCode: 'invalid', field: 'file' })
  }
  if (status.endToEndId !== '') return settle(settlement, status.line, readPaymentStatus(status))
  for (const { id } of await listFilePayouts(ctx.db, { runId, file })) {
    await settle(settlement, status.line, readPaymentStatus({ ...status, endToEndId: id.replaceAll('-', '') }))
  }
}

async function settleByEntry(
  settlement: ReportSettlement,
  { ctx, runId, entry }: Told<'entry', BankEntry>,
): Promise<void> {
  const file = entry.endToEndId === '' ? readFileNumber(runId, entry.batchId) : undefined
  if (file === undefined) return settle(settlement, entry.line, readBankEntry(entry))
  const payouts = await listFilePayouts(ctx.db, { runId, file })
  if (payouts.reduce((sum, { amount }) => sum + amount, 0n) !== entry.amount) {
    return settlement.refuse(entry.line, { code: 'payout.other_amount', status: 409 })
  }
  for (const { id, amount } of payouts) {
    await settle(settlement, entry.line, readBankEntry({ ...entry, amount, endToEndId: id.replaceAll('-', '') }))
  }
}

async function settle(settlement: ReportSettlement, line: number, answer: BankAnswer): Promise<void> {
  if (answer === 'waiting' || answer === 'other') settlement.result[answer] += 1
  else if ('code' in answer) settlement.refuse(line, answer)
  else await settlement.add({ ...answer, line })
}
