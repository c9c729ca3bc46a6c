import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildRollups } from '#domains/figures/reports/commands/rebuild-rollups.ts'
import type { ApiClickDay } from '#domains/figures/reports/contract/click-days.ts'
import type { ApiInvoice } from '#domains/money/invoices/contract.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createPromotion, endPromotion } from '#domains/tracking/promotions/commands/save-promotion.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { ORDERS, openAdvertiserApi } from '#test/support/advertiser-api.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertInvoice } from '#test/support/invoices.ts'
import type { ApiMember, ApiOwnPromotion, ApiProgram } from './contract/advertiser.ts'

const database = await openTestDatabase()
let api: Awaited<ReturnType<typeof openAdvertiserApi>>

beforeAll(async () => {
  api = await openAdvertiserApi(database.db)
})

afterAll(() => api.close())

const ctx = () => testContext(database.db)

describe('GET /api/v1/program/clicks', () => {
  test('has each day of the range with its clicks and the orders that came of them', async () => {
    const today = toDay(new Date())
    const begin = addDays(today, -2)
    await rebuildRollups(database.db, { from: new Date(`${begin}T00:00:00Z`), until: new Date(Date.now() + 3_600_000) })
    const path = `/clicks?begin=${begin}&end=${today}`
    const days = await api.readPages<ApiClickDay>(path)
    expect(days.map(({ day }) => day)).toEqual([begin, addDays(begin, 1), today])
    expect(await api.readStreams(path)).toEqual(days)
    const sum = (rows: ApiClickDay[]) => rows.reduce((total, { click_count: clicks }) => total + clicks, 0)
    expect(sum(days)).toBe(ORDERS.length)
    expect(days.at(0)).toMatchObject({ click_count: 0, order_value: '0.0000', currency: 'USD' })
    expect(sum((await api.list<ApiClickDay>(`${path}&publisher_id=${api.otherPublisherId}`)).data)).toBe(1)
    expect(sum((await api.list<ApiClickDay>(path, api.foreignKey)).data)).toBe(0)
    expect((await api.get(`${path}&publisher_id=${api.otherPublisherId}`, api.foreignKey)).statusCode).toBe(404)
  })

  test.each(['begin=2026-02-30', 'begin=2026-02-02&end=2026-02-01', 'begin=2001-01-01', 'cursor=1'])(
    'refuses %s',
    async (query) => {
      const reply = await api.get(`/clicks?${query}`)
      expect([reply.statusCode, reply.json().field]).toEqual([422, query.split('=')[0]])
    },
  )
})

describe('GET /api/v1/program', () => {
  test('answers the terms in force and the next ones, with their rules', async () => {
    const { termsId } = api
    const next = await database.ownerDb
      .insertInto('programTerms')
      .columns(['programId', 'version', 'windowDays', 'validationDays', 'currency', 'effectiveFrom', 'createdAt'])
      .expression((terms) =>
        terms
          .selectFrom('programTerms')
          .select(['programId', sql<number>`2`.as('version'), 'windowDays', sql<number>`45`.as('validationDays')])
          .select(['currency', sql<Date>`now() + interval '1 day'`.as('effectiveFrom'), 'createdAt'])
          .where('id', '=', termsId),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const rule = { ruleNo: 4, event: 'sale', publisherId: api.publisherId, fixedAmount: null, ratePpm: 120_000 }
    await database.ownerDb
      .insertInto('programRule')
      .values({ termsId, ...rule })
      .execute()
    const program = (await api.get('')).json<ApiProgram>()
    expect(program).toMatchObject({ program_status: 'open', join_mode: 'auto', title: 'Brook & Birch' })
    expect(program.terms).toMatchObject({ version: 1, validation_days: 30, fee_percent: '0', coupon_rule: 'never' })
    expect(program.terms?.rates).toContainEqual({ event: 'lead', kind: 'fixed', value: '5.00', currency: 'USD' })
    expect(program.terms?.rules).toMatchObject([
      { rule: 4, event: 'sale', value: '12', publisher_id: Number(api.publisherId), group_id: null },
    ])
    expect(program.next_terms).toMatchObject({ version: 2, validation_days: 45, rules: [] })
    await database.ownerDb.deleteFrom('programTerms').where('id', '=', next.id).execute()
    expect((await api.get('', api.foreignKey)).json<ApiProgram>()).toMatchObject({
      title: 'Other Shop',
      next_terms: null,
    })
  })
})

describe('the other lists', () => {
  test('publishers have the state of their membership, and one who leaves is listed as changed', async () => {
    const { id: programId } = await database.db
      .selectFrom('program')
      .select('id')
      .where('advertiserId', '=', api.advertiserId)
      .executeTakeFirstOrThrow()
    for (const publisherId of [api.publisherId, api.otherPublisherId]) {
      await requestJoin(ctx(), { publisherId, programId, message: '' })
    }
    const all = await api.readPages<ApiMember>('/publishers')
    expect(all.map(({ publisher_name: name, status }) => [name, status])).toEqual([
      ['Field Notes', 'joined'],
      ['Second Notes', 'joined'],
    ])
    expect(await api.readStreams('/publishers')).toEqual(all)
    const later = ctx()
    await leaveProgram(later, { publisherId: api.otherPublisherId, programId })
    const changed = (await api.list<ApiMember>(`/publishers?updated_since=${later.now.toISOString()}`)).data
    expect(changed).toMatchObject([{ publisher_name: 'Second Notes', status: 'left' }])
    expect((await api.list('/publishers?status=joined')).data).toHaveLength(1)
    expect((await api.list('/publishers', api.foreignKey)).data).toEqual([])
    expect((await api.get('/publishers?cursor=x')).statusCode).toBe(422)
  })

  test('promotions are listed in each state, and one that ends as changed', async () => {
    const { advertiserId } = api
    await declareDomain(ctx(), { advertiserId, host: 'brook.example:8443' })
    const input = { type: 'coupon', description: '', category: 'Arts', commission: '', end: null } as const
    const made = []
    for (const [code, start] of [
      ['TEN', null],
      ['SOON', '2999-01-01'],
      ['OLD', null],
    ] as const) {
      const promotion = { ...input, title: code, code, start, url: 'https://brook.example:8443/sale' }
      made.push((await createPromotion(ctx(), { advertiserId, promotion })).promotionId)
    }
    const later = ctx()
    await endPromotion(later, { advertiserId, promotionId: made.at(-1) ?? 0n })
    const all = await api.readPages<ApiOwnPromotion>('/promotions')
    expect(all.map(({ coupon, state }) => [coupon, state])).toEqual([
      ['TEN', 'active'],
      ['SOON', 'scheduled'],
      ['OLD', 'ended'],
    ])
    expect(all[0]).toMatchObject({ publisher_id: null, site_name: null })
    expect(await api.readStreams('/promotions')).toEqual(all)
    const { data } = await api.list<ApiOwnPromotion>(`/promotions?updated_since=${later.now.toISOString()}`)
    expect(data.map(({ coupon }) => coupon)).toEqual(['SOON', 'OLD'])
    expect((await api.list('/promotions', api.foreignKey)).data).toEqual([])
  })

  test('invoices say what of them is open', async () => {
    const invoiceId = await insertInvoice(ctx(), api.advertiserId)
    const all = await api.readPages<ApiInvoice>('/invoices')
    expect(all).toMatchObject([{ invoice_id: invoiceId, number: 'INV-00001', open: '10.0000', currency: 'USD' }])
    expect(await api.readStreams('/invoices')).toEqual(all)
    expect((await api.list('/invoices', api.foreignKey)).data).toEqual([])
    expect((await api.list('/invoices?cursor=1')).data).toEqual([])
  })
})
