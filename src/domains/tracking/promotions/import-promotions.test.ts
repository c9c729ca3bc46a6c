import { afterAll, describe, expect, test } from 'vitest'
import { addDays, toDay } from '#kernel/days.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { openPromotions } from '#test/support/promotions.ts'

const today = toDay(new Date())
const database = await openTestDatabase()
const { ctx, server, openShop } = await openPromotions(database.db)

afterAll(() => server.close())

describe('an import', () => {
  async function importInto(shop: Awaited<ReturnType<typeof openShop>>, file: string | Uint8Array<ArrayBuffer>) {
    return (await server.post(`${shop.path}/import`, { as: shop.owner, file })).json()
  }

  test('adds all rows of a file, in any order of columns, with one audit line', async () => {
    const shop = await openShop()
    const { url } = shop.input
    const rows = [
      'URL,title,type,category,code',
      `${url},"Say ""hi"", friend",coupon,Sports,HI`,
      '',
      `${url},Free,deal,Food,`,
    ]
    const csv = `\uFEFF${rows.join('\r\n')}\r\n`
    expect(await importInto(shop, csv)).toEqual({ success: true, imported: 2, errors: [], has_more: false })
    const stored = (await shop.list()).map((row: { title: string; coupon: string }) => [row.title, row.coupon])
    expect(stored.toSorted()).toEqual([
      ['Free', null],
      ['Say "hi", friend', 'HI'],
    ])
    expect(await importInto(shop, csv)).toMatchObject({ success: false, errors: [{ line: 2 }, { line: 4 }] })
    expect(await shop.list()).toHaveLength(2)
    const lines = await ctx.db
      .selectFrom('auditLine')
      .select('details')
      .where('action', '=', 'promotion.import')
      .where('target', '=', `advertiser:${shop.advertiserId}`)
      .execute()
    expect(lines).toEqual([{ details: { count: 2 } }])
  })

  test('names line and column of every error and then adds nothing', async () => {
    const shop = await openShop()
    const rows = ['deal,Good,Food', 'sale,Bad type,Food', '', 'deal,"Two\r\nlines",Nowhere', 'deal,Good,Food']
    const csv = ['type,title,category,url', ...rows.map((row) => (row === '' ? '' : `${row},${shop.input.url}`))]
    const answer = await importInto(shop, csv.join('\r\n'))
    expect(answer.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [3, 'type'],
      [5, 'category'],
      [7, 'title'],
    ])
    expect(await shop.list()).toEqual([])
  })

  test('reads the semicolons and days of a spreadsheet, and keeps zeros of codes', async () => {
    const shop = await openShop()
    const [start, end] = [today, addDays(today, 33)]
    const toGerman = (day: string) => day.slice(2).split('-').toReversed().join('.')
    const row = `coupon;Herbst;Food;${shop.input.url};007;${toGerman(start)};${toGerman(end)}`
    const columns = 'type;title;category;url;code;start;end'
    const wrong = `coupon;A;Food;x;A;04/03/2026;\r\ndeal;B;Food;x;;;;9`
    const { errors } = await importInto(shop, `${columns}\r\n${wrong}`)
    expect(errors).toMatchObject([{ column: 'start', message: expect.stringContaining('2026-04-03') }, { column: '' }])
    expect(await importInto(shop, `${columns}\r\n${row}\r\n;;;;;;\r\n`)).toMatchObject({ imported: 1 })
    expect(await shop.list()).toMatchObject([{ coupon: '007', start, end }])
  })

  const header = 'type,title,category,url'

  test('reads many rows in one go, and stops after 100 errors', async () => {
    const shop = await openShop()
    const build = (count: number, category: string) =>
      [header, ...Array.from({ length: count }, (_, n) => `deal,Deal ${n},${category},${shop.input.url}`)].join('\n')
    expect(await importInto(shop, build(250, 'Foods'))).toMatchObject({ imported: 0, has_more: true })
    expect((await importInto(shop, build(250, 'Foods'))).errors).toHaveLength(100)
    expect(await importInto(shop, build(1250, 'Food'))).toMatchObject({ success: true, imported: 1250 })
    const again = await importInto(shop, build(1250, 'Food'))
    expect(again.errors.at(-1)).toMatchObject({ line: 101, column: 'title' })
  })

  test('takes at most 20,000 rows', async () => {
    const shop = await openShop()
    const rows = Array.from({ length: 20_001 }, (_, n) => `deal,${n},Food,${shop.input.url}`)
    expect(await importInto(shop, [header, ...rows].join('\n'))).toMatchObject({
      imported: 0,
      errors: [{ line: 20_002 }],
    })
    expect(await shop.list()).toEqual([])
  })

  test.each([
    ['', 1, ''],
    [`${header}\n`, 1, ''],
    [`${header}\n\n"deal,A,Food`, 3, ''],
    [`${header}\n"${'x\n'.repeat(40_000)}`, 32_770, ''],
    [Buffer.from(`${header}\ndeal,Café,Food,https://x.example/`, 'latin1'), 2, ''],
  ])('refuses a file that cannot be read: %#', async (file, line, column) => {
    const shop = await openShop()
    const answer = await importInto(shop, file)
    expect(answer).toMatchObject({ success: false, imported: 0, errors: [{ line, column }] })
  })

  test.each([
    ['type,title,category\ndeal,A,Food', 'url'],
    [`${header},colour\n`, 'colour'],
    [`${header},code,starts_on\n`.replaceAll(',', ';'), 'starts_on'],
    [`${header},url\n`, 'url'],
  ])('asks for the columns of a file whose first line is %j', async (file, name) => {
    const shop = await openShop()
    const answer = await importInto(shop, file)
    expect(answer).toMatchObject({ success: false, status: 422, message: expect.stringContaining(` ${name}`) })
    expect(answer.choice.columns).toHaveLength(header.split(',').length + 5)
  })

  test('reads the columns that a person chose, and ignores the others', async () => {
    const shop = await openShop()
    const file = `Art;Name;Gruppe;Ziel;Farbe\ndeal;A;Food;${shop.input.url};red\n`
    const query = '?columns=type:0,title:1,category:2,url:3'
    const reply = await server.post(`${shop.path}/import${query}`, { as: shop.owner, file })
    expect(reply.json()).toMatchObject({ success: true, imported: 1 })
    const next = file.replace(';A;', ';B;')
    const { imported, choice } = await importInto(shop, next)
    expect([imported, choice.columns[1]]).toEqual([1, { name: 'title', label: 'title', index: 1 }])
  })
})
