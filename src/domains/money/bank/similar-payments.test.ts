import { afterAll, describe, expect, test } from 'vitest'
import { recordDeposit } from '#domains/money/funding/commands/move-funds.ts'
import { addDays } from '#kernel/days.ts'
import { BANK_PATH, PAYING_IBAN, openBankAccount } from '#test/support/bank-account.ts'
import { assignEntry, dismissEntry, linkEntry } from './commands/record-entries.ts'

const USD = 10_000n

const { close, ctx, createAdvertiser, database, listWaiting, operator, reference, send, server, toLine, today } =
  await openBankAccount()

afterAll(close)

const toStatement = (...entries: string[]) =>
  `<Document><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><IBAN>${PAYING_IBAN}</IBAN></Id></Acct>${entries
    .map(
      (entry) => `<Ntry><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${today}</Dt></BookgDt>${entry}</Ntry>`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>`

describe('two payments of one file with the same reference, amount and day', () => {
  test('are both recorded where the bank tells them apart, in whatever file they come again', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const bank = reference()
    const toEntry = (own: number) => `<NtryRef>${own}</NtryRef><AcctSvcrRef>${bank}</AcctSvcrRef><NtryDtls><TxDtls>
      <RmtInf><Ustrd>BRAND-${advertiserId}</Ustrd></RmtInf></TxDtls></NtryDtls>`
    const sendXml = (file: string) => server.post(`${BANK_PATH}/file/record`, { as: operator, file })
    expect((await sendXml(toStatement(toEntry(1)))).json().data).toMatchObject({ matched: 1, known: 0 })
    const both = toStatement(toEntry(1), toEntry(2))
    expect((await sendXml(both)).json().data).toMatchObject({ matched: 1, known: 1 })
    expect((await sendXml(both)).json().data).toMatchObject({ matched: 0, known: 2 })
    expect(await funds()).toBe(10n * USD)
  })

  test('are both recorded where the balance after them differs, and a line that stands twice is not', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const bank = reference()
    const toRow = (balance: string) => `${today},5.00,USD,${bank},BRAND-${advertiserId},${balance}\r\n`
    const [first, second] = [toRow('105.00'), toRow('110.00')]
    const file = `date,amount,currency,reference,text,balance\r\n${first}${second}${second}`
    const reply = await server.post(`${BANK_PATH}/file/record`, { as: operator, file })
    expect(reply.json().data).toMatchObject({ matched: 2, waiting: 1 })
    expect(await funds()).toBe(10n * USD)
    const [waiting] = (await listWaiting()).filter(({ problem }: { problem: string }) => problem === 'repeated')
    await dismissEntry(ctx(), { entryId: waiting.entry_id, note: 'stands twice' })
  })

  test('are known again in a file in which each of them stands twice', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const bank = reference()
    const toRow = (balance: string) => `${today},5.00,USD,${bank},BRAND-${advertiserId},${balance}\r\n`
    const [first, second] = [toRow('105.00'), toRow('110.00')]
    const sendFile = async (rows: string) => {
      const file = `date,amount,currency,reference,text,balance\r\n${rows}`
      return (await server.post(`${BANK_PATH}/file/record`, { as: operator, file })).json().data
    }
    expect(await sendFile(first + second)).toMatchObject({ matched: 2 })
    const joined = await sendFile(first + first + second + second)
    expect(joined).toMatchObject({ matched: 0, waiting: 2, known: 2 })
    expect(joined.payments.map(({ occurrence }: { occurrence: number | null }) => occurrence)).toEqual([
      1,
      null,
      2,
      null,
    ])
    expect(await funds()).toBe(10n * USD)
  })

  test('are both recorded without a balance, and no file that overlaps counts one twice', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const line = toLine('5.00', 'USD', reference(), `BRAND-${advertiserId}`, '')
    const checked = (await send('check', line + line)).json().data
    expect(checked).toMatchObject({ matched: 2, payments: [{ occurrence: 1 }, { occurrence: 2 }] })
    expect((await send('record', line)).json().data).toMatchObject({ matched: 1, known: 0 })
    const both = await Promise.all([send('record', line + line), send('record', line + line)])
    const recorded = both.map((reply) => reply.json().data.matched as number)
    expect(recorded.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await funds()).toBe(10n * USD)
    expect((await send('record', line + line + line)).json().data).toMatchObject({ matched: 1, known: 2 })
    expect((await send('record', line)).json().data).toMatchObject({ matched: 0, waiting: 0, known: 1 })
    expect(await funds()).toBe(15n * USD)
  })

  test('are one more than the deposit that was entered by hand with the reference of the bank', async () => {
    const { advertiserId, funds } = await createAdvertiser()
    const bank = reference()
    await recordDeposit(ctx(), { advertiserId, amount: 5n * USD, movedOn: today, reference: bank })
    const line = toLine('5.00', 'USD', bank, `BRAND-${advertiserId}`, '')
    await send('record', line + line)
    await send('record', line + line)
    expect(await funds()).toBe(10n * USD)
  })
})

test('two payments that an operator entered by hand, one with the reference of the bank, are those two', async () => {
  const { advertiserId, funds } = await createAdvertiser()
  const bank = reference()
  for (const byHand of [bank, `${bank} second`]) {
    await recordDeposit(ctx(), { advertiserId, amount: 5n * USD, movedOn: today, reference: byHand })
  }
  const line = toLine('5.00', 'USD', bank, `BRAND-${advertiserId}`, '')
  const sent = (await send('record', line + line)).json().data
  expect(sent).toMatchObject({ matched: 1, waiting: 1, payments: [{ problem: null }, { problem: 'looks_like' }] })
  expect(await funds()).toBe(10n * USD)
})

test('a payment above the largest deposit waits, and later rows are recorded', async () => {
  const { advertiserId, funds } = await createAdvertiser()
  const text = `BRAND-${advertiserId}`
  const rows = ['100000000.01', '3.00'].map((amount) => toLine(amount, 'USD', reference(), text, ''))
  expect((await send('record', rows.join(''))).json().data).toMatchObject({ matched: 1, waiting: 1 })
  expect(await funds()).toBe(3n * USD)
  const [waiting] = (await listWaiting()).filter(({ problem }: { problem: string }) => problem === 'above_bound')
  await expect(assignEntry(ctx(), { entryId: waiting.entry_id, advertiserId })).rejects.toMatchObject({
    details: { field: 'amount' },
  })
  await dismissEntry(ctx(), { entryId: waiting.entry_id, note: 'entered in two parts' })
})

describe('a payment that looks like a deposit entered by hand', () => {
  /** Enters a deposit by hand, and sends the file with the payment of three days before. */
  async function enterBefore(text: (advertiserId: bigint) => string) {
    const { advertiserId, funds } = await createAdvertiser()
    const deposit = { advertiserId, amount: 7n * USD, movedOn: today, reference: reference() }
    const { depositId } = await recordDeposit(ctx(), deposit)
    const bookedOn = addDays(today, -3)
    const remittance = text(advertiserId)
    const line = [bookedOn, '7.00', 'USD', reference(), remittance, ''].join(',')
    expect((await send('record', `${line}\r\n`)).json().data).toMatchObject({ matched: 0, waiting: 1 })
    const entry = await database.db
      .selectFrom('bankEntry')
      .select(['id', 'problem'])
      .where('remittance', '=', remittance)
      .executeTakeFirstOrThrow()
    return { advertiserId, depositId, entryId: entry.id, problem: entry.problem, byHand: deposit.reference, funds }
  }
  const toReference = (advertiserId: bigint) => `BRAND-${advertiserId}`

  test('waits, and is that deposit if the operator says so', async () => {
    const { entryId, problem, byHand, depositId, funds } = await enterBefore(toReference)
    expect(problem).toBe('looks_like')
    const entry = (await listWaiting()).find(({ entry_id: id }: { entry_id: string }) => id === entryId)
    expect(entry.looks_like).toEqual({ moved_on: today, reference: byHand })
    await linkEntry(ctx(), { entryId })
    await expect(linkEntry(ctx(), { entryId })).rejects.toMatchObject({ details: { code: 'bank.decided' } })
    const linked = await database.db.selectFrom('bankEntry').selectAll().where('id', '=', entryId).executeTakeFirst()
    expect(linked).toMatchObject({ state: 'recorded', depositId })
    expect(await funds()).toBe(7n * USD)
  })

  test('is another if the operator says so, also where only the operator knows whose it is', async () => {
    for (const text of [toReference, () => 'hello']) {
      const { entryId, advertiserId, funds } = await enterBefore(text)
      const reply = await server.post(`${BANK_PATH}/${entryId}/assign`, {
        as: operator,
        json: { advertiser_id: Number(advertiserId) },
      })
      expect(reply.statusCode).toBe(409)
      await assignEntry(ctx(), { entryId, advertiserId, isOther: true })
      expect(await funds()).toBe(14n * USD)
    }
  })
})
