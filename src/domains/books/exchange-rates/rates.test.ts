import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import { fetchRates } from './commands/fetch-rates.ts'
import { importRates } from './commands/import-rates.ts'
import { enterRate } from './commands/record-rates.ts'
import { findRate, listRates, readLastFetch } from './queries.ts'
import { formatRate, parseRate } from './rules.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = { ...testContext(database.db), now: new Date('2026-11-20T10:00:00Z') }
})

const importText = (text: string | Buffer, isConfirmed = true) =>
  importRates(ctx, Readable.from([Buffer.from(text)]), { isConfirmed })
const find = async (currency: string, day: string) => {
  const found = await findRate(database.db, { currency, day })
  return found && formatRate(found.rate)
}
const toRate = (currency: string, day: string, rate: string) => ({ currency, day, rate: parseRate(rate) ?? 0n })
const enter = (currency: string, day: string, rate: string) =>
  enterRate(ctx, { ...toRate(currency, day, rate), isConfirmed: true })

describe('a rate', () => {
  test('counts for its day and for seven days after, until a later one', async () => {
    await enter('EUR', '2026-11-02', '1.1')
    await enter('EUR', '2026-11-05', '1.2')
    const days = ['2026-11-01', '2026-11-02', '2026-11-04', '2026-11-05', '2026-11-12', '2026-11-13']
    expect(await Promise.all(days.map((day) => find('EUR', day)))).toEqual([
      undefined,
      '1.1000',
      '1.1000',
      '1.2000',
      '1.2000',
      undefined,
    ])
  })

  test('is corrected by a later row, and the same again adds none', async () => {
    expect(await enter('SEK', '2026-11-02', '0.09')).toEqual({ added: 1, unchanged: 0 })
    expect(await enter('SEK', '2026-11-02', '0.0900')).toEqual({ added: 0, unchanged: 1 })
    expect(await enter('SEK', '2026-11-02', '0.095')).toEqual({ added: 1, unchanged: 0 })
    expect(await find('SEK', '2026-11-02')).toBe('0.0950')
    const { rates } = await listRates(database.db, { currency: 'SEK' }, { number: 1, size: 20 })
    expect(rates.map(({ rate, isReplaced }) => [formatRate(rate), isReplaced])).toEqual([
      ['0.0950', false],
      ['0.0900', true],
    ])
  })

  test('cannot be changed or removed by the application', async () => {
    await expect(sql`UPDATE exchange_rate SET rate = 2`.execute(database.db)).rejects.toThrow(/permission denied/)
    await expect(sql`DELETE FROM exchange_rate`.execute(database.db)).rejects.toThrow(/permission denied/)
  })

  test.each([
    ['USD', '2026-11-02', 'exchange.currency'],
    ['XXX', '2026-11-02', 'exchange.currency'],
    ['EUR', '2026-11-21', 'exchange.future_day'],
    ['EUR', '1999-12-31', 'exchange.early_day'],
  ])('of %s on %s is refused', async (currency, day, code) => {
    await expect(async () => enter(currency, day, '1')).rejects.toMatchObject({ details: { code } })
  })
})

describe('a file of rates', () => {
  test('is imported with columns in any order and a byte order mark, and the same again changes nothing', async () => {
    const text = '\uFEFFRate,Day,Currency\r\n1.31,2026-11-03,gbp\r\n0.0067,2026-11-03,JPY\r\n'
    expect(await importText(text)).toMatchObject({ added: 2, unchanged: 0, errors: [] })
    expect(await importText(text)).toMatchObject({ added: 0, unchanged: 2, errors: [] })
    expect(await find('JPY', '2026-11-04')).toBe('0.0067')
  })

  test('as a German spreadsheet writes it is imported', async () => {
    const text = 'sep=;\r\nday;currency;rate\r\n03.11.2026;NOK;0,0987\r\n04.11.26;DKK;0,155\r\n;;\r\n'
    expect(await importText(text)).toMatchObject({ added: 2, errors: [] })
    expect([await find('NOK', '2026-11-03'), await find('DKK', '2026-11-04')]).toEqual(['0.0987', '0.1550'])
  })

  test('with errors names line and column, and nothing of it is imported', async () => {
    const rows = [
      'CHF,2026-11-03,1.12',
      'CHF,03.11.2026,1.13',
      'EURO,03/11/2026,x',
      '=1+1,2026-11-30,0',
      'SEK,2026-11-03,0,0918',
    ]
    const { errors, added } = await importText(`currency,day,rate\n${rows.join('\n')}\n`)
    expect(errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, '', 'exchange.twice'],
      [4, 'day', 'cell.ambiguous_day'],
      [4, 'currency', 'exchange.currency'],
      [4, 'rate', 'exchange.rate'],
      [5, 'day', 'exchange.future_day'],
      [5, 'currency', 'exchange.currency'],
      [5, 'rate', 'exchange.rate'],
      [6, '', 'csv.cells'],
    ])
    expect([added, await find('CHF', '2026-11-03')]).toEqual([0, undefined])
  })

  test.each([
    ['day,currency\n2026-11-03,CHF\n', 'csv.column_missing'],
    ['day,currency,rate,base\n2026-11-03,CHF,1,EUR\n', 'csv.column_unknown'],
  ])('asks for the columns of %j', async (text, code) => {
    await expect(importText(text)).rejects.toMatchObject({
      details: { code, choice: { required: [['day'], ['currency'], ['rate']] } },
    })
  })

  test.each([
    ['', 'promotion.import_empty'],
    ['day,currency,rate\n', 'promotion.import_empty'],
    ['day,currency,rate\n"2026-11-03,CHF,1\n', 'csv.syntax'],
    [Buffer.from([0x64, 0x61, 0x79, 0xff, 0xfe]), 'csv.encoding'],
    [`day,currency,rate\n${'x,y,z\n'.repeat(200)}`, 'cell.day'],
  ])('that is wrong as a whole says so: %j', async (text, code) => {
    const { errors } = await importText(text)
    expect(errors[0]?.code).toBe(code)
    expect(errors.length).toBeLessThan(105)
  })
})

describe('an unusual rate', () => {
  test.each([
    ['PLN', '0.2700'],
    ['RON', '0.2100'],
  ])('is none within a fifth of the last one: %s, %s after 0.2500', async (currency, rate) => {
    await enter(currency, '2026-11-01', '0.25')
    const next = { ...toRate(currency, '2026-11-02', rate), isConfirmed: false }
    expect(await enterRate(ctx, next)).toEqual({ added: 1, unchanged: 0 })
  })

  test.each([
    ['CZK', '0.1900', 'exchange.far_rate'],
    ['BGN', '4.0000', 'exchange.inverse_rate'],
    ['MXN', '25.0000', 'exchange.far_rate'],
    ['HUF', '0.0028', 'exchange.first_rate'],
  ])('of %s, %s after 0.2500, is refused with %s until it is confirmed', async (currency, rate, code) => {
    if (currency !== 'HUF') await enter(currency, '2026-11-01', '0.25')
    const next = { ...toRate(currency, '2026-11-02', rate), isConfirmed: false }
    const details = { code, status: 409, field: 'is_confirmed' }
    await expect(enterRate(ctx, next)).rejects.toMatchObject({ details })
    const imported = await importText(`day,currency,rate\n2026-11-02,${currency},${rate}\n`, false)
    expect(imported).toMatchObject({ added: 0, canConfirm: true, errors: [{ line: 2, column: 'rate', code }] })
    expect(await enterRate(ctx, { ...next, isConfirmed: true })).toMatchObject({ added: 1 })
  })

  test('in a file asks once: a later row is compared with the one before it', async () => {
    const rows = ['2026-11-01,ILS,0.28', '2026-11-02,ILS,0.281', '2026-11-03,ILS,3.55']
    const file = `day,currency,rate\n${rows.join('\n')}\n`
    const { errors } = await importText(file, false)
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [2, 'exchange.first_rate'],
      [4, 'exchange.inverse_rate'],
    ])
    expect(errors[1]).toMatchObject({ params: { order: '100 ILS', usd: '355.00', before: '28.10' } })
    expect(await find('ILS', '2026-11-03')).toBeUndefined()
    expect(await importText(file)).toMatchObject({ added: 3, errors: [] })
  })
})

describe('a fetch', () => {
  beforeAll(async () => {
    await enter('NOK', '2026-11-01', '0.095')
    await enter('DKK', '2026-11-01', '0.15')
  })

  const run = (answer: { status: number; body: string } | Error) =>
    fetchRates(
      ctx,
      {
        get: async (url) => {
          if (answer instanceof Error) throw answer
          return { url, ...answer }
        },
      },
      'https://rates.example/usd.csv',
    )

  test('adds the rates of the address, keeps why it failed, and goes on after that', async () => {
    await run({ status: 200, body: 'day,currency,rate\n2026-11-19,NOK,0.094\n' })
    expect(await readLastFetch(database.db)).toMatchObject({ added: 1, failure: null })
    const failures: [Parameters<typeof run>[0], string, number | null][] = [
      [new OutboundError('refused', ''), 'refused', null],
      [new OutboundError('timeout', ''), 'timeout', null],
      [{ status: 404, body: '' }, 'status', null],
      [{ status: 200, body: 'x'.repeat(1_000_000) }, 'large', null],
      [{ status: 200, body: 'day,currency,rate\n2026-11-20,NOK,0.1\n2026-11-20,NOK,one\n' }, 'lines', 3],
      [{ status: 200, body: '<html>' }, 'lines', 1],
      [{ status: 200, body: 'day,currency,rate\n2026-11-20,NOK,0.1\n2026-11-20,THB,0.03\n' }, 'unusual', 3],
    ]
    for (const [answer, failure, line] of failures) {
      await run(answer)
      expect(await readLastFetch(database.db)).toMatchObject({ added: 0, failure, line })
    }
    expect(await find('NOK', '2026-11-20')).toBe('0.0940')
    const { succeededAt } = (await readLastFetch(database.db)) ?? {}
    expect(succeededAt).toBeInstanceOf(Date)
    await run({ status: 200, body: 'day,currency,rate\n2026-11-20,NOK,0.1\n' })
    expect(await readLastFetch(database.db)).toMatchObject({ added: 1, failure: null, line: null })
    const { rows } = await sql<{ details: { source: string } }>`
      SELECT details FROM audit_line WHERE action = 'exchange_rate.record' AND details->>'source' = 'fetched'`.execute(
      database.db,
    )
    expect(rows.length).toBe(2)
  })

  test('changes no day that an operator gave a rate', async () => {
    await enter('DKK', '2026-11-18', '0.155')
    await run({ status: 200, body: 'day,currency,rate\n2026-11-18,DKK,0.15\n2026-11-19,DKK,0.16\n' })
    expect(await readLastFetch(database.db)).toMatchObject({ added: 1, failure: null })
    expect([await find('DKK', '2026-11-18'), await find('DKK', '2026-11-19')]).toEqual(['0.1550', '0.1600'])
  })
})
