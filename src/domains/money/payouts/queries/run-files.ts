import type { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { PayerAccount } from '#platform/server/config.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import type { CsvLine } from '#platform/server/files/csv.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { SETTLED_STATUSES } from '../contract/vocabulary.ts'
import type { PayoutMethod, PayoutStatus } from '../contract/vocabulary.ts'
import { MAX_FILE_PAYOUTS, toMessageId, toPaypalId } from '../rules/run-files.ts'
import type { NamedFile } from '../rules/run-files.ts'
import type { PayoutDestination } from '../rules/runs.ts'
import { writePaymentOrder } from '../views/payment-order.ts'
import { SEALED_DESTINATION } from './payment.ts'
import { getRun } from './runs.ts'

/** What the files of a run are written with. */
export interface FileParts {
  sealing: Sealing
  networkName: string
  payer: PayerAccount | undefined
  now: Date
}

interface RunPart {
  runId: string
  method?: PayoutMethod
  /** So many of the first payouts are left out. */
  skip: number
}

/**
 * Reads up to 5,000 payouts of a run with their opened destinations, in the order of the publishers' ids. A settled
 * payout of an erased publisher has no destination.
 */
async function readDestinations(db: Db, sealing: Sealing, { runId, method, skip }: RunPart) {
  const payouts = await db
    .selectFrom('payout')
    .innerJoin('publisher', 'publisher.id', 'payout.publisherId')
    .select(['payout.id', 'payout.publisherId', 'payout.amount', 'payout.status', 'payout.method', 'publisher.name'])
    .where('payout.runId', '=', runId)
    .$if(method !== undefined, (query) => query.where('payout.method', '=', method ?? 'bank'))
    .orderBy('payout.publisherId')
    .limit(MAX_FILE_PAYOUTS)
    .offset(skip)
    .execute()
  if (payouts.length === 0) return []
  const ids = payouts.map(({ id }) => id)
  const rows = await db.selectFrom('payoutDestination').selectAll().where('payoutId', 'in', ids).execute()
  const sealed = new Map(rows.map((row) => [row.payoutId, row.destinationSealed]))
  return payouts.map((payout) => {
    const value = sealed.get(payout.id)
    if (!value) {
      if (!isSettled(payout.status)) throw new Error(`Payout ${payout.id} has no destination.`)
      return { ...payout, destination: undefined }
    }
    const place = { column: SEALED_DESTINATION, row: payout.id }
    return { ...payout, destination: JSON.parse(sealing.open(place, value).toString()) as PayoutDestination }
  })
}

function isSettled(status: PayoutStatus): boolean {
  return (SETTLED_STATUSES as readonly PayoutStatus[]).includes(status)
}

/**
 * Writes a file of a run. The same run has the same files, whatever was settled meanwhile. Only settled payouts of
 * erased publishers are left out; the list names them without a destination.
 */
export async function writeRunFile(
  db: Db,
  { runId, file, parts }: { runId: string; file: NamedFile; parts: FileParts },
): Promise<{ contentType: string; body: string | Readable }> {
  const run = await getRun(db, { runId })
  const month = run.month.slice(0, 7)
  const note = `${parts.networkName} payout ${month}`
  if (file.kind === 'list') {
    return { contentType: 'text/csv; charset=utf-8', body: writeList(db, parts, runId) }
  }
  const skip = file.index * MAX_FILE_PAYOUTS
  const payouts = await readDestinations(db, parts.sealing, { runId, method: file.kind, skip })
  if (file.kind === 'paypal') {
    const lines = payouts.flatMap(({ id, amount, destination }) => {
      if (!destination) return []
      if ('bank' in destination) throw new Error(`Payout ${id} goes to a bank.`)
      const sum = formatAmount(amount, 2)
      return [[destination.paypalEmail, sum, BASE_CURRENCY, toPaypalId(id), note.slice(0, 400), 'PAYPAL']]
    })
    return { contentType: 'text/csv; charset=utf-8', body: stringify(lines, { record_delimiter: 'windows' }) }
  }
  if (!parts.payer) throw notFound()
  const payments = payouts.flatMap(({ id, amount, destination }) => {
    if (!destination) return []
    if (!('bank' in destination)) throw new Error(`Payout ${id} goes to PayPal.`)
    return [{ payoutId: id, amount, bank: destination.bank, note }]
  })
  const body = writePaymentOrder({
    messageId: toMessageId(runId, file.index + 1),
    createdAt: run.approvedAt ?? parts.now,
    executionDay: toDay(run.exportedAt ?? parts.now),
    payer: parts.payer,
    payments,
  })
  return { contentType: 'application/xml; charset=utf-8', body }
}

const LIST_COLUMNS = [
  'payout_id',
  'publisher_id',
  'publisher',
  'amount',
  'currency',
  'method',
  'paypal_email',
  'account_name',
  'account_number',
  'country',
  'bic',
  'bank',
  'branch',
  'bank_address',
] as const

/** Writes all payouts of a run for other ways of paying. */
function writeList(db: Db, { sealing }: FileParts, runId: string): Readable {
  async function* lines(): AsyncGenerator<CsvLine> {
    for (let skip = 0; ; skip += MAX_FILE_PAYOUTS) {
      const payouts = await readDestinations(db, sealing, { runId, skip })
      for (const { id, publisherId, name, amount, method, destination } of payouts) {
        const head = [id, String(publisherId), name, formatAmount(amount, 2), BASE_CURRENCY]
        if (!destination) {
          yield [...head, method, ...Array<null>(8).fill(null)]
        } else if ('bank' in destination) {
          const { accountName, accountNumber, country, swiftCode, bankName, branchName, address } = destination.bank
          const account = [accountName, accountNumber, country, swiftCode, bankName, branchName, address]
          yield [...head, 'bank', null, ...account]
        } else {
          yield [...head, 'paypal', destination.paypalEmail, ...Array<null>(7).fill(null)]
        }
      }
      if (payouts.length < MAX_FILE_PAYOUTS) return
    }
  }
  return writeCsv(lines(), { columns: LIST_COLUMNS, hasByteOrderMark: false })
}
