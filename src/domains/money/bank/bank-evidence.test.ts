import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/days.ts'
import { PAYING_IBAN, openBankAccount } from '#test/support/bank-account.ts'
import { setPaymentInstructions } from '#domains/money/funding/commands/set-payment-instructions.ts'
import { confirmAccount } from './commands/import-bank-file.ts'
import { assignEntry, linkEntry } from './commands/record-entries.ts'

const USD = 10_000n

const { close, ctx, createAdvertiser, database, listWaiting, reference, sendFile, today } = await openBankAccount()

afterAll(close)

interface EntryParts {
  amount?: string
  currency?: string
  direction?: 'CRDT' | 'DBIT'
  status?: string
  bank?: string
  day?: string
  rest?: string
  details?: string
}

function toEntry({ amount = '100.00', currency = 'USD', direction = 'CRDT', ...parts }: EntryParts): string {
  const { status = '<Cd>BOOK</Cd>', bank = reference(), day = today, rest = '', details = '' } = parts
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${rest}<Sts>${status}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>${bank === '' ? '' : `<AcctSvcrRef>${bank}</AcctSvcrRef>`}
    <NtryDtls>${details}</NtryDtls></Ntry>`
}

const toDetail = (text: string, inside = '') => `<TxDtls>${inside}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

const toAccount = (account: string, entries: string[], id = 'S1') =>
  `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('')}</Stmt>`

const toMessage = (...statements: string[]) =>
  `<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`

const toStatement = (...entries: string[]) => toMessage(toAccount(PAYING_IBAN, entries))

const toNotification = (...entries: string[]) =>
  toStatement(...entries)
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')

const record = async (file: string | Uint8Array) => (await sendFile('record', file)).json().data

/** Makes an advertiser, with the text that names it and what waits that does. */
async function makePayer() {
  const { advertiserId, funds } = await createAdvertiser()
  const text = `BRAND-${advertiserId}`
  const waiting = async () =>
    (await listWaiting()).filter(({ remittance }: { remittance: string }) => remittance.split(' ').includes(text))
  return { advertiserId, funds, text, waiting, detail: toDetail(text) }
}

describe('an account', () => {
  test('counts when it is configured or confirmed; entries of others are left in the file', async () => {
    const { funds, detail } = await makePayer()
    const other = 'FR1420041010050500013M02606'
    const own = toAccount(PAYING_IBAN, [toEntry({ amount: '30', details: detail })])
    const file = toMessage(own, toAccount(other, [toEntry({ amount: '40', details: detail })]))
    expect(await record(file)).toMatchObject({ matched: 1, waiting: 0, other_accounts: [other] })
    expect(await funds()).toBe(30n * USD)
    await expect(confirmAccount(ctx(), { account: 'DE00', isOwn: true })).rejects.toMatchObject({
      details: { code: 'not_found' },
    })
    await confirmAccount(ctx(), { account: other, isOwn: true })
    expect(await record(file)).toMatchObject({ matched: 1, known: 1, other_accounts: [] })
    expect(await funds()).toBe(70n * USD)
    await confirmAccount(ctx(), { account: other, isOwn: false })
    expect(await record(file)).toMatchObject({ known: 1, other_accounts: [other] })
  })

  test('counts when brands are told to pay to it', async () => {
    const { funds, detail } = await makePayer()
    const account = 'GB33BUKB20201555555555'
    const file = toMessage(toAccount(account, [toEntry({ amount: '30', details: detail })]))
    expect(await record(file)).toMatchObject({ matched: 0, other_accounts: [account] })
    const rest = { bank: '', note: '', smallestMissing: 0n }
    await setPaymentInstructions(ctx(), { accountHolder: 'Tandem', account, ...rest })
    expect(await record(file)).toMatchObject({ matched: 1, other_accounts: [] })
    expect(await funds()).toBe(30n * USD)
  })

  test('that a file does not name refuses it', async () => {
    const file = toMessage(`<Stmt><Id>S</Id>${toEntry({})}</Stmt>`)
    expect((await sendFile('record', file)).json().message).toContain('account')
  })
})

test.each(['<Cd>PDNG</Cd>', '<Cd>INFO</Cd>', '<Cd>FUTR</Cd>', '<Prtry>booked soon</Prtry>', 'PDNG', ''])(
  'an entry with the status "%s" is not booked',
  async (status) => {
    const { funds, detail } = await makePayer()
    expect(await record(toStatement(toEntry({ status, details: detail })))).toMatchObject({ matched: 0, skipped: 1 })
    expect(await funds()).toBe(0n)
  },
)

test.each(['statement', 'notification'])('details and their sum are one payment, the %s first', async (first) => {
  const { funds, waiting, text } = await makePayer()
  const bank = reference()
  const detail = (amount: string) => toDetail(text, `<Amt Ccy="USD">${amount}</Amt>`)
  const sum = toStatement(toEntry({ amount: '100', bank, details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' }))
  const parts = toNotification(toEntry({ amount: '100', bank, details: detail('60') + detail('40') }))
  const [one, two] = first === 'statement' ? [sum, parts] : [parts, sum]
  await record(one)
  expect(await record(two)).toMatchObject({ matched: 0, waiting: 0, known: first === 'statement' ? 2 : 1 })
  expect(await funds()).toBe(first === 'statement' ? 0n : 100n * USD)
  expect(await waiting()).toEqual([])
})

describe('what the bank takes back', () => {
  test('waits with the entry beside it, and is the opposite of its deposit once a person says so', async () => {
    const { advertiserId, funds, waiting, detail } = await makePayer()
    const bank = reference()
    await record(toStatement(toEntry({ amount: '500', bank, day: addDays(today, -1), details: detail })))
    const reversal = toEntry({ amount: '500', direction: 'DBIT', rest: '<RvslInd>true</RvslInd>', details: detail })
    expect(await record(toStatement(reversal))).toMatchObject({ matched: 0, waiting: 1 })
    expect(await record(toStatement(reversal))).toMatchObject({ waiting: 0, known: 1 })
    const [entry] = await waiting()
    expect(entry).toMatchObject({ direction: 'out', problem: 'taken_back', earlier: { reference: bank } })
    expect(await funds()).toBe(500n * USD)
    await assignEntry(ctx(), { entryId: entry.entry_id, advertiserId })
    expect(await funds()).toBe(0n)
  })

  test('takes from the invoice that its deposit names', async () => {
    const { advertiserId, waiting, detail } = await makePayer()
    const bank = reference()
    const named = detail.replace('</Ustrd>', ' INV-77</Ustrd>')
    await record(toStatement(toEntry({ amount: '500', bank, details: named })))
    const [paid] = await waiting()
    await assignEntry(ctx(), { entryId: paid.entry_id, advertiserId })
    await record(toStatement(toEntry({ amount: '500', direction: 'DBIT', bank, details: detail })))
    const [entry] = await waiting()
    expect(entry).toMatchObject({ direction: 'out', earlier: { reference: bank } })
    await assignEntry(ctx(), { entryId: entry.entry_id, advertiserId })
    const { rows } = await sql`SELECT kind FROM deposit JOIN deposit_invoice ON deposit_id = id
      WHERE advertiser_id = ${advertiserId} AND invoice_number = 77 ORDER BY kind`.execute(database.db)
    expect(rows).toEqual([{ kind: 'deposit' }, { kind: 'refund' }])
  })

  test('is refused where the brand has not paid as much', async () => {
    const { advertiserId, waiting, detail } = await makePayer()
    await record(toStatement(toEntry({ amount: '20', direction: 'DBIT', details: detail })))
    const [entry] = await waiting()
    await expect(assignEntry(ctx(), { entryId: entry.entry_id, advertiserId })).rejects.toMatchObject({
      details: { code: 'funding.taken_back_above', params: { paid: '0.0000' } },
    })
  })

  test('waits when it came in and is marked as a reversal, in both forms of a truth', async () => {
    const { funds, waiting, detail } = await makePayer()
    for (const truth of ['1', 'true']) {
      const rest = `<RvslInd>${truth}</RvslInd>`
      expect(await record(toStatement(toEntry({ amount: '75', rest, details: detail })))).toMatchObject({ waiting: 1 })
    }
    expect((await waiting()).map(({ problem }: { problem: string }) => problem)).toEqual(['reversal', 'reversal'])
    expect(await funds()).toBe(0n)
  })

  test('is not waited for when it is a payment of the network', async () => {
    const rent = toEntry({ amount: '5', direction: 'DBIT', details: toDetail('rent') })
    expect(await record(toStatement(rent))).toMatchObject({ matched: 0, waiting: 0, skipped: 1 })
  })
})

describe('a booking of several payments', () => {
  const charge = '<Chrgs><Rcrd><Amt Ccy="USD">26</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
  const euros = (amount: string) => `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`
  const dollars = (amount: string) => `<Amt Ccy="USD">${amount}</Amt>`
  const batch = (count: number) => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`

  test('is divided by amounts less charges, where these are together what was booked', async () => {
    const { funds, text } = await makePayer()
    const details = toDetail(text, dollars('1000') + charge) + toDetail(text, dollars('500'))
    expect(await record(toStatement(toEntry({ amount: '1474', details: batch(2) + details })))).toMatchObject({
      matched: 2,
      payments: [{ amount: '974.0000' }, { amount: '500.0000' }],
    })
    expect(await funds()).toBe(1474n * USD)
  })

  test('counts once where its payments are in another currency and all name one advertiser', async () => {
    const { funds, text } = await makePayer()
    const details = toDetail(text, euros('600')) + toDetail(text, euros('400'))
    expect(await record(toStatement(toEntry({ amount: '1093.55', details })))).toMatchObject({ matched: 1 })
    expect(await funds()).toBe(10_935_500n)
  })

  test.each([
    ['a payment says nothing', '1093.55', (text: string) => toDetail(text, euros('6')) + toDetail('hi', euros('4'))],
    ['details are cut off', '300', (text: string) => batch(3) + toDetail(text, dollars('200'))],
    ['amounts are less', '300', (text: string) => toDetail(text, dollars('200')) + toDetail(text, dollars('50'))],
    ['amounts are more', '300', (text: string) => toDetail(text, dollars('200')) + toDetail(text, dollars('150'))],
  ])('waits whole when %s', async (_name, amount, write) => {
    const { funds, text, waiting } = await makePayer()
    expect(await record(toStatement(toEntry({ amount, details: write(text) })))).toMatchObject({ waiting: 1 })
    expect(
      (await waiting()).map(({ problem, amount: shown }: Record<string, string>) => [problem, Number(shown)]),
    ).toEqual([['unexplained', Number(amount)]])
    expect(await funds()).toBe(0n)
  })

  test('has the currency of its entry, whatever its details say', async () => {
    const { funds, text, waiting } = await makePayer()
    await record(toStatement(toEntry({ amount: '900', currency: 'EUR', details: toDetail(text, dollars('980')) })))
    expect(await waiting()).toMatchObject([{ problem: 'currency', currency: 'EUR', amount: '900.0000' }])
    expect(await funds()).toBe(0n)
  })
})

describe('a reference that is not sure to name one booking', () => {
  test.each(['', 'NONREF', '1', '000017'])('"%s" makes the next payment like it wait', async (bank) => {
    const { funds, waiting, text } = await makePayer()
    const rest = '<NtryRef>1</NtryRef>'
    const [morning, afternoon] = ['E2E-0', 'E2E-1'].map((id) =>
      toStatement(toEntry({ bank, rest, details: toDetail(`${text} ${id}`) })),
    ) as [string, string]
    expect(await record(morning)).toMatchObject({ matched: 1 })
    expect(await record(morning)).toMatchObject({ matched: 0, waiting: 0, known: 1 })
    expect(await record(afternoon)).toMatchObject({ matched: 0, waiting: 1 })
    const [entry] = await waiting()
    expect(entry).toMatchObject({ problem: 'looks_known', earlier: { booked_on: today } })
    expect(await record(afternoon)).toMatchObject({ waiting: 0, known: 1 })
    await linkEntry(ctx(), { entryId: entry.entry_id })
    expect(await waiting()).toEqual([])
    expect(await funds()).toBe(100n * USD)
  })

  test('names each payment of a booking, however long it is', async () => {
    const { funds, text } = await makePayer()
    const details = toDetail(text, '<Amt Ccy="USD">50</Amt>').repeat(2)
    const rest = `<NtryRef>${'n'.repeat(90)}</NtryRef>`
    const file = toStatement(toEntry({ amount: '100', bank: '', rest, details }))
    expect(await record(file)).toMatchObject({ matched: 2 })
    expect(await record(file)).toMatchObject({ matched: 0, known: 2 })
    expect(await funds()).toBe(100n * USD)
  })

  test('is followed by a sure one of the same payment, which waits too', async () => {
    const { waiting, detail } = await makePayer()
    await record(toNotification(toEntry({ bank: '', details: detail })))
    await record(toStatement(toEntry({ details: detail })))
    expect(await waiting()).toMatchObject([{ problem: 'looks_known' }])
  })

  test('of a CSV is told apart by the balance', async () => {
    const { funds, waiting, text } = await makePayer()
    const toFile = (...balances: string[]) =>
      ['date,amount,currency,reference,text,balance', ...balances.map((b) => `${today},9,USD,-,${text},${b}`)].join(
        '\r\n',
      )
    expect(await record(toFile('109', '118'))).toMatchObject({ matched: 2 })
    expect(await record(toFile('118', '127'))).toMatchObject({ matched: 1, known: 1 })
    expect(await record(toFile(''))).toMatchObject({ matched: 0, waiting: 1 })
    expect(await waiting()).toMatchObject([{ problem: 'looks_known' }])
    expect(await funds()).toBe(27n * USD)
  })
})

test('amounts are read as XML Schema writes decimals, and one that cannot be stored is left out alone', async () => {
  const { funds, detail } = await makePayer()
  const amounts = ['8.85000', '000000000000149.87', '+12.5', '.50', '\n 20.00 ', '7.', '1.00001', '-3', '1e3']
  const file = toStatement(...amounts.map((amount) => toEntry({ amount, details: detail })))
  expect(await record(file)).toMatchObject({ matched: 6, unreadable: [7, 8, 9] })
  expect(await funds()).toBe(1_987_200n)
})

test.each([
  ['1234.5', 'JPY'],
  ['1.2345', 'KWD'],
])('an entry of %s %s, which has fewer decimals, is left out and named', async (amount, currency) => {
  const { detail } = await makePayer()
  const entries = [toEntry({ amount: '5', details: detail }), toEntry({ amount, currency, details: detail })]
  expect(await record(toStatement(...entries))).toMatchObject({ matched: 1, waiting: 0, unreadable: [2] })
})

test('a file without an entry says so', async () => {
  for (const file of [toStatement(), 'date,amount,currency,reference\r\n']) {
    expect((await sendFile('record', file)).json()).toMatchObject({ message: 'The file has no entry.' })
  }
})

test('the database keeps out what would be counted twice', async () => {
  const { advertiserId, detail } = await makePayer()
  await record(toStatement(toEntry({ details: detail })))
  const entries = database.db.selectFrom('bankEntry').selectAll().where('advertiserId', '=', advertiserId)
  const last = await entries.executeTakeFirstOrThrow()
  const again = { ...last, id: crypto.randomUUID(), depositId: null, state: 'waiting', problem: 'currency' } as const
  await expect(database.db.insertInto('bankEntry').values(again).execute()).rejects.toThrow(/unique/)
  const out = { ...again, direction: 'out' } as const
  await expect(database.db.insertInto('bankEntry').values(out).execute()).rejects.toThrow(/check/)
})
