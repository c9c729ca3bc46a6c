import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/days.ts'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { formatInvoiceNumber } from '#kernel/invoice-number.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { BANK_HEADER, BANK_PATH, PAYING_IBAN, openBankAccount } from '#test/support/bank-account.ts'
import { insertInvoice } from '#test/support/invoices.ts'
import { fetchBankFile } from './commands/fetch-bank-file.ts'
import { assignEntry, dismissEntry } from './commands/record-entries.ts'
import { findLastFetch } from './queries/entries.ts'
import { verifyBank } from './queries/verify-bank.ts'
import { matchPayment } from './rules/match.ts'

const USD = 10_000n

const {
  close,
  ctx,
  createAdvertiser,
  database,
  listWaiting,
  operator,
  reference,
  send,
  sendFile,
  server,
  toLine,
  today,
} = await openBankAccount()

afterAll(close)

describe('the match of a payment', () => {
  const named = () => ({
    invoices: new Map([
      [7, { advertiserId: 1n, openAmount: 100n * USD }],
      [8, { advertiserId: 1n, openAmount: 20n * USD }],
      [9, { advertiserId: 2n, openAmount: 5n * USD }],
    ]),
    advertiserIds: new Set([1n, 2n]),
  })
  const file = { line: 1, reference: 'R', isSure: true, booking: null, entryReference: '', occurrence: 1 }
  const whole = { details: [], isUnexplained: false, isReversal: false, isRepeated: false, direction: 'in' as const }
  const payment = { ...file, ...whole, currency: 'USD', bookedOn: '2026-11-01', payer: '' }
  test.each([
    ['INV-00007', 100n, 1n, null],
    ['inv 7 and INV-8', 120n, 1n, null],
    ['INV-7 BRAND-1', 100n, 1n, null],
    ['INV-7', 99n, 1n, 'other_amount'],
    ['BRAND-2 for November', 33n, 2n, null],
    ['INV-7 INV-9', 105n, null, 'ambiguous'],
    ['INV-7 BRAND-2', 100n, null, 'ambiguous'],
    ['INV-70', 100n, null, 'unknown_reference'],
    ['INV-7 INV-70', 100n, 1n, 'unknown_reference'],
    ['BRAND-3', 100n, null, 'unknown_reference'],
    ['thanks', 100n, null, 'no_reference'],
  ] as const)('%s with %s is of advertiser %s: %s', (...[remittance, amount, advertiserId, problem]) => {
    const match = matchPayment({ ...payment, remittance, amount: amount * USD }, named())
    expect(match).toMatchObject({ advertiserId, problem })
  })

  test('takes an invoice once, and no other currency or reversal', () => {
    const invoices = named()
    const first = { ...payment, remittance: 'INV-7', amount: 100n * USD }
    expect(matchPayment(first, invoices).problem).toBeNull()
    expect(matchPayment(first, invoices).problem).toBe('other_amount')
    expect(matchPayment({ ...first, currency: 'EUR' }, named()).problem).toBe('currency')
    expect(matchPayment({ ...first, isReversal: true }, named()).problem).toBe('reversal')
    expect(matchPayment({ ...first, isRepeated: true }, named()).problem).toBe('repeated')
    expect(matchPayment({ ...first, direction: 'out' }, named()).problem).toBe('taken_back')
    expect(matchPayment({ ...first, isUnexplained: true }, named()).problem).toBe('unexplained')
  })
})

test('shows what comes of a file, and records it once', async () => {
  const { advertiserId, funds } = await createAdvertiser()
  await insertInvoice(ctx(), advertiserId)
  const lines = [
    toLine('10.00', 'USD', reference(), `Your ${formatInvoiceNumber(1)}`, 'Brook'),
    toLine('"1,250.50"', 'usd', reference(), `BRAND-${advertiserId}`, ''),
    toLine('8.00', 'EUR', reference(), `BRAND-${advertiserId}`, ''),
    toLine('9.00', 'USD', reference(), 'no idea', 'Mara'),
    toLine('-5.00', 'USD', reference(), 'rent', ''),
  ]
  const file = lines.join('')
  const counts = { matched: 2, waiting: 2, known: 0, skipped: 1 }
  expect((await send('check', file)).json().data).toMatchObject(counts)
  expect(await funds()).toBe(0n)
  expect((await send('record', file)).json().data).toMatchObject(counts)
  expect(await funds()).toBe(12_605_000n)
  const named = await database.db.selectFrom('depositInvoice').select('invoiceNumber').execute()
  expect(named).toEqual([{ invoiceNumber: 1 }])
  expect((await send('record', file)).json().data).toMatchObject({ matched: 0, waiting: 0, known: 4 })
  expect(await funds()).toBe(12_605_000n)
  expect((await listWaiting()).map(({ problem }: { problem: string }) => problem)).toEqual(['currency', 'no_reference'])
})

test('records a file once that two operators send at once, and finds what was recorded by hand', async () => {
  const { advertiserId, funds } = await createAdvertiser()
  const [byHand, other] = [reference(), reference()]
  await recordDeposit(ctx(), { advertiserId, amount: 7n * USD, movedOn: today, reference: byHand })
  await recordDeposit(ctx(), { advertiserId, amount: 1n * USD, movedOn: today, reference: other })
  const text = `BRAND-${advertiserId}`
  const file = toLine('7.00', 'USD', byHand, text, '') + toLine('2.00', 'USD', other, text, '')
  await Promise.all([send('record', file), send('record', file)])
  expect(await funds()).toBe(10n * USD)
})

test('the check of the ledger finds an entry whose deposit is another', async () => {
  const { advertiserId } = await createAdvertiser()
  const name = reference()
  await send('record', toLine('9.00', 'USD', name, `BRAND-${advertiserId}`, ''))
  expect(listLines(await verifyBank(database.ownerDb))).toEqual([])
  const corrupted = sql`UPDATE bank_entry SET amount = amount - 1 WHERE reference = ${name}`
  const [line] = await verifyCorrupted(database.ownerDb, [corrupted], verifyBank)
  expect(line).toMatch(/deposit of bank entry .*amount 89999.*amount 90000/)
})

test('lets an operator decide what waits, once', async () => {
  const { advertiserId, funds } = await createAdvertiser()
  const [mine, rent] = [reference(), reference()]
  await send('record', toLine('6.00', 'USD', mine, 'hello', '') + toLine('5.00', 'EUR', rent, 'bonus', ''))
  const entries = await database.db
    .selectFrom('bankEntry')
    .select(['id', 'reference'])
    .where('reference', 'in', [mine, rent])
    .orderBy('id')
    .execute()
  const [first = '', second = ''] = [mine, rent].map((name) => entries.find((entry) => entry.reference === name)?.id)
  const assign = (entryId: string) => assignEntry(ctx(), { entryId, advertiserId })
  await expect(assignEntry(ctx(), { entryId: first, advertiserId: 999_999n })).rejects.toMatchObject({
    details: { code: 'not_found' },
  })
  const both = await Promise.allSettled([assign(first), assign(first)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(assign(second)).rejects.toMatchObject({ details: { code: 'bank.currency' } })
  await dismissEntry(ctx(), { entryId: second, note: 'a bonus of the bank' })
  await expect(dismissEntry(ctx(), { entryId: second, note: 'again' })).rejects.toMatchObject({
    details: { code: 'bank.decided' },
  })
  expect(await funds()).toBe(6n * USD)
})

describe('a bank file', () => {
  const refused = async (file: string | Uint8Array) => {
    const reply = await server.post(`${BANK_PATH}/file/record`, { as: operator, file: file as string })
    return [reply.statusCode, reply.json().message]
  }
  test.each([
    ['without columns', 'a,b\r\n1,2\r\n', 'date, amount, currency'],
    ['with an amount that is none', `${BANK_HEADER}${today},x,USD,R,,\r\n`, 'Entry 2'],
    ['with a day that is none', `${BANK_HEADER}2026-02-30,1,USD,R,,\r\n`, 'Entry 2'],
    ['with an unknown currency', `${BANK_HEADER}${today},1,QQQ,R,,\r\n`, 'QQQ'],
    [
      'with entities',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>',
      'document type',
    ],
    ['of another kind', '<Document><pain/></Document>', 'camt.053'],
    ['that breaks off', '<Document><BkToCstmrStmt>', 'XML'],
  ])('%s is refused and changes nothing', async (_name, file, part) => {
    expect(await refused(file)).toEqual([422, expect.stringContaining(part)])
  })

  test('in German credits by its own columns, and is known when it comes again', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const day = today.split('-').toReversed().join('.')
    const file = [
      '\uFEFFBuchungstag;Betrag;Währung;Verwendungszweck;Name',
      `${day};1.250,50;USD;BRAND-${advertiserId};Acme`,
      `${day};-180,70;USD;Miete;Haus`,
      '',
    ].join('\r\n')
    expect((await sendFile('record', file)).json().data).toMatchObject({ matched: 1, skipped: 1 })
    expect(await funds()).toBe(12_505_000n)
    expect((await sendFile('record', file)).json().data).toMatchObject({ matched: 0, known: 1 })
  })

  test('with columns of another system is asked about once, and then read without a question', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const write = (amount: string) =>
      `\uFEFFValuta;Umsatz;Whg;Text der Zahlung;Von\r\n${today};${amount};USD;BRAND-${advertiserId};Acme\r\n`
    const record = async (amount: string, query = '') =>
      (await server.post(`${BANK_PATH}/file/record${query}`, { as: operator, file: write(amount) })).json()
    const asked = await record('1.250,50')
    expect(asked).toMatchObject({ status: 422, code: 'invalid', field: 'file' })
    expect(asked.message).toContain('date, amount, currency')
    expect(asked.choice.headers[1]).toEqual({ label: 'Umsatz', example: '1.250,50' })
    expect(asked.choice.columns[0]).toEqual({ name: 'day', label: 'date', index: null })
    const used = await record('1.250,50', '?columns=day:0,amount:1,currency:2,text:3,payer:4')
    expect(used).toMatchObject({ data: { matched: 1, payments: [{ payer: 'Acme' }] } })
    const next = await record('100,00')
    expect(next).toMatchObject({ data: { matched: 1 } })
    expect(next.choice.columns[1]).toEqual({ name: 'amount', label: 'amount', index: 1 })
    expect(await funds()).toBe(13_505_000n)
    expect(await record('1,00', '?columns=day;0')).toMatchObject({ status: 422 })
  })

  test.each([
    ['1.080', 'USD', '1080.00 or 1.08'],
    ['1234.5', 'JPY', 'more decimals than JPY'],
    ['1.2345', 'KWD', 'more decimals than KWD'],
    ['1,083.29', 'USD', 'more cells'],
  ])('of %s %s is refused with what it can be', async (amount, currency, part) => {
    const [code, message] = await refused(
      `${BANK_HEADER.replace(',text,payer', '')}${today},${amount},${currency},R-1\r\n`,
    )
    expect([code, message]).toEqual([422, expect.stringContaining(part)])
  })

  test('whose day can be two, or whose separator is not read, says so', async () => {
    expect(await refused(`${BANK_HEADER}04/03/2026,1,USD,R,,\r\n`)).toEqual([
      422,
      expect.stringContaining('2026-04-03'),
    ])
    expect(await refused('date|amount|currency')).toEqual([422, expect.stringContaining('semicolon')])
  })

  test('of 100 MB is refused before it is read', async () => {
    const reply = await server.post(`${BANK_PATH}/file/check`, { as: operator, file: 'x'.repeat(9 * 1024 * 1024) })
    expect(reply.statusCode).toBe(413)
  })
})

describe('the fetched file', () => {
  const fetched = (body: string, status = 200) =>
    fetchBankFile(ctx(), {
      url: 'https://bank.example/',
      payingIban: PAYING_IBAN,
      client: { get: async (url) => ({ url, status, body }) },
    })

  test('is recorded, and its last result is kept', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const file = BANK_HEADER + toLine('3.00', 'USD', reference(), `BRAND-${advertiserId}`, 'Brook')
    await fetched(file)
    expect(await findLastFetch(database.db)).toMatchObject({ recorded: 1, waiting: 0, known: 0, fault: null })
    await fetched(file)
    expect(await findLastFetch(database.db)).toMatchObject({ recorded: 0, known: 1 })
    expect(await funds()).toBe(3n * USD)
  })

  test.each([
    ['another status', () => fetched('', 503), 'status 503'],
    ['no bank file', () => fetched('<html></html>'), 'bank.unknown_format'],
    ['too much', () => fetched('x'.repeat(8 * 1024 * 1024 + 1)), 'too_large'],
    [
      'no answer',
      () =>
        fetchBankFile(ctx(), {
          url: 'https://bank.example/',
          payingIban: PAYING_IBAN,
          client: { get: () => Promise.reject(new OutboundError('timeout', '')) },
        }),
      'timeout',
    ],
  ])('says that there was %s', async (_name, run, fault) => {
    await run()
    expect(await findLastFetch(database.db)).toMatchObject({ fault, recorded: 0 })
    const { last_fetch: last } = (await server.get(BANK_PATH, { as: operator })).json().data
    expect(last.fault).toMatch(/\.$/)
  })
})

test('is dated today when the bank books ahead', async () => {
  const { advertiserId } = await createAdvertiser()
  const line = [addDays(today, 2), '4.00', 'USD', reference(), `BRAND-${advertiserId}`, ''].join(',')
  await send('record', `${line}\r\n`)
  const days = await database.db
    .selectFrom('deposit')
    .select('movedOn')
    .where('advertiserId', '=', advertiserId)
    .execute()
  expect(days).toEqual([{ movedOn: today }])
})
