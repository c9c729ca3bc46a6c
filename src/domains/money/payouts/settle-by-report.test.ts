import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeExportedRun } from '#test/support/exported-run.ts'
import type { ExportedRun } from '#test/support/exported-run.ts'
import { erasePayment } from './privacy.ts'
import { settleByReport } from './commands/settle-by-report.ts'
import { settlePayout } from './commands/settle-payouts.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'
import { writeRunFile } from './queries/run-files.ts'
import { listRunFiles, toPaypalId } from './rules/run-files.ts'

const HEADER = 'customer_id,amount,status,date,transaction id\r\n'

const database = await openTestDatabase()
let run: ExportedRun

/** Makes an exported run of 100 USD for each of three publishers. */
beforeAll(async () => {
  run = await makeExportedRun(database, 3)
})
/** Settles by a report on a day. */
function send(text: string, { day = '2026-10-06', isBroken = false } = {}) {
  async function* chunks() {
    yield Buffer.from(text)
    if (!isBroken) return
    // The lines before are read as they arrive, within a turn of the event loop.
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    yield Buffer.from([0xff])
  }
  return settleByReport({ ...run.ctx, now: new Date(`${day}T00:00:00Z`) }, { runId: run.runId, chunks: chunks() })
}

const toLine = (index: number, ...cells: string[]) =>
  `${[toPaypalId(run.payouts[index]?.id ?? ''), '100.00', ...cells].join(',')}\r\n`
const listStatuses = async () => {
  const rows = await database.db.selectFrom('payout').select('status').orderBy('publisherId').execute()
  return rows.map(({ status }) => status)
}

test('settles each line once, and lets unclaimed money come back', async () => {
  const report = `${HEADER}${toLine(0, 'Completed', '10/06/2026', 'TX-1')}${toLine(1, 'Returned', '')}`
  expect(await send(report)).toEqual({ changed: 2, unchanged: 0, waiting: 0, other: 0, refused: [] })
  expect(await listStatuses()).toEqual(['paid', 'failed', 'exported'])
  expect(await send(report, { day: '2026-10-07' })).toMatchObject({ changed: 0, unchanged: 2, waiting: 0, refused: [] })
  expect(await send(`${HEADER}${toLine(0, 'Refunded', '')}`, { day: '2026-10-08' })).toMatchObject({
    changed: 1,
    refused: [],
  })
  expect(await send(`${HEADER}${toLine(0, 'Refunded', '')}`, { day: '2026-10-09' })).toMatchObject({
    unchanged: 1,
    refused: [],
  })
  expect(await listStatuses()).toEqual(['returned', 'failed', 'exported'])
  expect(listLines(await verifyPayouts(database.db))).toEqual([])
})

test('refuses lines of an early day or without a payout, and says where the file cannot be read', async () => {
  const lines = [toLine(2, 'Completed', '2026-10-03'), '?,1.00,Completed\r\n', toLine(2, 'Completed', '2026-10-04')]
  lines.push(toLine(0, 'Pending', ''))
  expect(await send(HEADER + lines.join(''), { isBroken: true })).toMatchObject({
    changed: 1,
    refused: [
      { line: 3, refusal: { code: 'run.report_line' } },
      { line: 2, refusal: { code: 'payout.day' } },
      { line: 6, refusal: { code: 'run.report_broken' } },
    ],
  })
  expect(await listStatuses()).toEqual(['returned', 'failed', 'paid'])
  await expect(send('')).rejects.toMatchObject({ details: { code: 'promotion.import_empty' } })
  await expect(send('', { isBroken: true })).rejects.toMatchObject({ details: { code: 'run.report_broken' } })
  const dear = HEADER.replace('date', 'currency') + toLine(1, 'Completed', 'EUR', 'TX') + toLine(2, 'Completed', 'usd')
  expect(await send(dear)).toMatchObject({ refused: [{ line: 2, refusal: { code: 'payout.other_currency' } }] })
})

test('keeps no destination of an erased publisher', async () => {
  const { publisherId = 0n, id = '' } = run.payouts[2] ?? {}
  const { ctx, runId, sealing } = run
  await erasePayment(ctx, { publisherId })
  const left = await database.db.selectFrom('payoutDestination').select('payoutId').execute()
  expect(left.map(({ payoutId }) => payoutId)).not.toContain(id)
  expect(left).toHaveLength(2)
  const [file] = listRunFiles({ paypal: 0, bank: 3 }, false)
  if (!file) throw new Error('The run has no list.')
  const parts = { sealing, networkName: 'Tandem', payer: undefined, now: ctx.now }
  const { body } = await writeRunFile(database.db, { runId, file, parts })
  const lines: string[] = []
  for await (const chunk of body) lines.push(String(chunk))
  expect(lines.join('')).toContain(`${id},${publisherId},`)
  expect(lines.join('').match(/DE89370400440532013000/g)).toHaveLength(2)
})

test('settles a payout once when two operators press at once, and says to the second what it is', async () => {
  const { runId, payouts } = await makeExportedRun(database, 1)
  const ctx = { ...run.ctx, now: new Date('2026-10-06T00:00:00Z') }
  const payoutId = payouts[0]?.id ?? ''
  const settlement = { runId, payoutId, amount: 1_000_000n, day: '2026-10-06', reason: '' }
  const press = (status: 'paid' | 'failed') =>
    settlePayout(ctx, { ...settlement, status, reference: 'TX', reason: status === 'failed' ? 'closed' : '' })
  const both = await Promise.allSettled([press('paid'), press('failed')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { details: { code: 'payout.settled_otherwise', status: 409 } } })
  const other = { ...settlement, payoutId: run.payouts[0]?.id ?? '', status: 'paid', reference: 'TX' } as const
  await expect(settlePayout(ctx, other)).rejects.toMatchObject({ details: { code: 'payout.other_run' } })
  expect(listLines(await verifyPayouts(database.db))).toEqual([])
})
