import { beforeAll, expect, test } from 'vitest'
import { listLines } from '#platform/server/database/database-check.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeExportedRun } from '#test/support/exported-run.ts'
import type { ExportedRun } from '#test/support/exported-run.ts'
import { settleByReport } from './commands/settle-by-report.ts'
import { verifyPayouts } from './queries/verify-payouts.ts'
import { toMessageId } from './rules/run-files.ts'

const database = await openTestDatabase()
let run: ExportedRun
let earlier: ExportedRun

beforeAll(async () => {
  earlier = await makeExportedRun(database, 1)
  run = await makeExportedRun(database, 6)
})
function send(text: string, day = '2026-10-06') {
  async function* chunks() {
    yield Buffer.from(text)
  }
  const ctx = { ...run.ctx, now: new Date(`${day}T12:00:00Z`) }
  return settleByReport(ctx, { runId: run.runId, chunks: chunks() })
}

const endToEnd = (index: number, { payouts } = run) => (payouts[index]?.id ?? '').replaceAll('-', '')
const listStatuses = async ({ runId } = run) => {
  const rows = await database.db
    .selectFrom('payout')
    .select(['status', 'reference', 'reason'])
    .where('runId', '=', runId)
    .orderBy('publisherId')
    .execute()
  return rows.map(({ status, reference, reason }) => [status, reference ?? reason])
}

const statement = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt><Stmt><Id>S</Id>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
const notification = (...entries: string[]) =>
  statement(...entries)
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')

interface Entry {
  id: string
  reference?: string
  amount?: string
  direction?: 'DBIT' | 'CRDT'
  currency?: string
  inside?: string
}

const entry = ({ id, reference = 'B1', amount = '100.00', direction = 'DBIT', currency = 'USD', inside = '' }: Entry) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>2026-10-06</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls>
  <Refs><EndToEndId>${id}</EndToEndId></Refs>${inside}</TxDtls></NtryDtls></Ntry>`

const statusReport = (messageId: string, inside: string, status = 'PART') => `<Document><CstmrPmtStsRpt>
  <GrpHdr><CreDtTm>2026-10-06T08:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>
  <GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${inside}</OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt></Document>`
const answer = (id: string, status: string, inside = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${inside}</TxInfAndSts>`

test('refuses payments of another run, of another amount or currency, and changes nothing', async () => {
  const file = statement(
    entry({ id: endToEnd(0, earlier) }),
    entry({ id: endToEnd(0), amount: '100.01' }),
    entry({ id: endToEnd(0), currency: 'EUR' }),
    entry({ id: 'invoice 7' }),
  )
  expect(await send(file)).toMatchObject({
    changed: 0,
    other: 1,
    refused: [
      { line: 3, refusal: { code: 'payout.other_currency' } },
      { line: 1, refusal: { code: 'payout.other_run' } },
      { line: 2, refusal: { code: 'payout.other_amount' } },
    ],
  })
  const otherRun = statusReport(toMessageId(earlier.runId, 1), answer(endToEnd(0, earlier), 'ACSC'))
  await expect(send(otherRun)).rejects.toMatchObject({ details: { code: 'run.report_other_run' } })
  expect(new Set((await listStatuses()).map(([status]) => status))).toEqual(new Set(['exported']))
  expect(await listStatuses(earlier)).toEqual([['exported', null]])
})

test('settles by a status report, and says nothing new when the statement books the same', async () => {
  const reason = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>'
  const amount = (text: string) => `<OrgnlTxRef><Amt><InstdAmt Ccy="USD">${text}</InstdAmt></Amt></OrgnlTxRef>`
  const report = statusReport(
    toMessageId(run.runId, 1),
    answer(endToEnd(0), 'ACSC', amount('100.00')) +
      answer(endToEnd(1), 'RJCT', reason) +
      answer(endToEnd(2), 'ACSP') +
      answer(endToEnd(3), 'ACSC', amount('99.00')),
  )
  const refused = [{ line: 4, refusal: { code: 'payout.other_amount' } }]
  expect(await send(report)).toMatchObject({ changed: 2, waiting: 1, refused })
  expect(await send(report, '2026-10-07')).toMatchObject({ changed: 0, unchanged: 2, refused })
  expect((await listStatuses()).slice(0, 4)).toEqual([
    ['paid', 'pain.002'],
    ['failed', 'AC04 Account closed'],
    ['exported', null],
    ['exported', null],
  ])
  expect(await send(statement(entry({ id: endToEnd(0), reference: 'B9' })), '2026-10-07')).toMatchObject({
    changed: 0,
    unchanged: 1,
    refused: [],
  })
})

test('settles by a statement and a notification, refuses a second payment, and lets one come back', async () => {
  const paid = entry({ id: endToEnd(2), reference: 'B2' })
  expect(await send(statement(paid, paid))).toMatchObject({ changed: 1, unchanged: 1, refused: [] })
  expect(await send(notification(paid), '2026-10-07')).toMatchObject({ changed: 0, unchanged: 1 })
  const again = await send(statement(entry({ id: endToEnd(2), reference: 'B3' })), '2026-10-07')
  expect(again).toMatchObject({ changed: 0, refused: [{ refusal: { code: 'payout.settled_otherwise' } }] })
  const inside = '<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>'
  const back = notification(entry({ id: endToEnd(2), reference: 'B4', direction: 'CRDT', inside }))
  expect(await send(back, '2026-10-08')).toMatchObject({ changed: 1, refused: [] })
  expect(await send(back, '2026-10-09')).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await listStatuses())[2]).toEqual(['returned', 'B2'])
  expect(listLines(await verifyPayouts(database.db))).toEqual([])
})

test('settles a whole file by one booking or one answer', async () => {
  const whole = (amount: string, messageId: string) =>
    statement(
      `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-10-06</Dt></BookgDt>
      <AcctSvcrRef>ALL</AcctSvcrRef><NtryDtls><Btch><PmtInfId>${messageId}</PmtInfId></Btch></NtryDtls></Ntry>`,
    )
  const messageId = toMessageId(earlier.runId, 1)
  expect(await send(whole('100.00', messageId))).toMatchObject({ changed: 0, other: 1 })
  const ofEarlier = (text: string) => {
    async function* chunks() {
      yield Buffer.from(text)
    }
    const ctx = { ...earlier.ctx, now: new Date('2026-10-07T00:00:00Z') }
    return settleByReport(ctx, { runId: earlier.runId, chunks: chunks() })
  }
  expect(await ofEarlier(whole('99.00', messageId))).toMatchObject({
    changed: 0,
    refused: [{ refusal: { code: 'payout.other_amount' } }],
  })
  expect(await ofEarlier(whole('100.00', messageId))).toMatchObject({ changed: 1, refused: [] })
  expect(await listStatuses(earlier)).toEqual([['paid', 'ALL']])
  const rejected = await send(statusReport(toMessageId(run.runId, 1), '', 'RJCT'))
  expect(rejected).toMatchObject({ changed: 3, unchanged: 0 })
  expect(rejected.refused).toHaveLength(3)
  expect((await listStatuses()).map(([status]) => status)).toEqual([
    'paid',
    'failed',
    'returned',
    'failed',
    'failed',
    'failed',
  ])
  expect(listLines(await verifyPayouts(database.db))).toEqual([])
})

test.each([
  ['entities', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>', 'bank.entities'],
  ['another encoding', '<?xml version="1.0" encoding="EBCDIC-US"?><Document/>', 'bank.encoding'],
  ['another message', '<Document><CstmrCdtTrfInitn/></Document>', 'bank.unknown_message'],
  ['a broken end', '<Document><BkToCstmrStmt>', 'bank.syntax'],
])('refuses a file with %s', async (_name, text, code) => {
  await expect(send(text)).rejects.toMatchObject({ details: { code } })
})
