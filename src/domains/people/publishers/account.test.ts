import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { findAccountByEmail } from '#domains/people/accounts/queries.ts'
import { findSubAccount } from './queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { createSite } from './commands/publishers.ts'
import { publisherRoutes, subAccountRoutes } from './routes.ts'

const me = '/api/v1/account/publishers/me'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, [...publisherRoutes, ...subAccountRoutes])
})
afterAll(() => server.close())

/** A publisher whose password was just verified in its session. */
async function makeVerified() {
  return { ...(await makePublisher(ctx)), passwordVerifiedAt: new Date() }
}

type Form = Record<string, string | string[]>

const personal = {
  p1_company: 'Slow Morning',
  p1_first_name: 'Mara',
  p1_last_name: 'Lind',
  p1_contact_number: '555-123-4567',
  p1_address: 'Main Street 1',
  p1_zip_code: '10115',
  p1_country: '250',
}

describe('the profile', () => {
  test('has positions from 1, and the part that is not sent stays as it is', async () => {
    const as = await makePublisher(ctx)
    const save = async (form: Form) => (await server.post(`${me}/profile`, { as, form })).statusCode
    expect(await save(personal)).toBe(200)
    const business = {
      p2_num_employees: '1',
      p2_dev_knowledge: '4',
      p2_profit_models: ['1', '7'],
      p2_prefer_traffic_categories: ['43', '2'],
      p2_traffic_sources: '9',
      p2_social_medias: '1',
      p2_content_production: '5',
      p2_ad_network: 'None',
    }
    expect(await save(business)).toBe(200)
    expect((await server.get(me, { as })).json().message).toMatchObject({
      email: as.email,
      first_name: 'Mara',
      contact_number: '555-123-4567',
      country: 250,
      num_employees: 1,
      profit_models: [1, 7],
      prefer_traffic_categories: [43, 2],
      social_medias: [1],
      ad_network: 'None',
    })
  })

  test.each<[Form, string, string]>([
    [{ ...personal, p1_first_name: ' ' }, 'p1_first_name', 'account.54'],
    [{ ...personal, p1_first_name: '', p1_address: '' }, 'p1_first_name', 'account.55'],
    [{ ...personal, p1_contact_number: '12345678' }, 'p1_contact_number', 'account.58'],
    [{ ...personal, p1_country: '251' }, 'p1_country', 'choice'],
    [{ ...personal, p1_company: 'x'.repeat(121) }, 'p1_company', 'input.characters'],
    [{ ...personal, p1_company: '\u202Emoc.live' }, 'p1_company', 'sign'],
    [{ ...personal, p1_email: 'other@example.com' }, 'p1_email', 'account.fixed'],
    [{ ...personal, p1_paypal_email: 'thief@example.com' }, 'p1_paypal_email', 'account.paypal_elsewhere'],
  ])('refuses %j at its field and changes nothing', async (form, field, code) => {
    const as = await makePublisher(ctx)
    await server.post(`${me}/profile`, { as, form: personal })
    const before = (await server.get(me, { as })).body
    const reply = await server.post(`${me}/profile`, { as, form })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ success: false, field, code })
    expect((await server.get(me, { as })).body).toBe(before)
  })

  test('accepts a value that comes back unchanged, even one that a new value may not be', async () => {
    const as = await makePublisher(ctx)
    const id = as.publisherId
    await database.db.updateTable('publisherProfile').set({ contactNumber: '123-45678' }).where('id', '=', id).execute()
    const form = { ...personal, p1_contact_number: '123-45678', p1_email: as.email }
    expect((await server.post(`${me}/profile`, { as, form })).statusCode).toBe(200)
    const { p1_company: _, ...others } = form
    expect((await server.post(`${me}/profile`, { as, form: others })).json()).toMatchObject({ code: 'account.54' })
  })
})

describe('sub-accounts', () => {
  const makeSites = async (publisherId: bigint) => {
    const site = (name: string) => createSite(ctx, { publisherId, name, url: `https://${name}.example.com` })
    return [(await site('one')).key, (await site('two')).key] as const
  }
  let invited = 0
  const person = (hash: string) => ({
    userName: 'Robin',
    email: `robin${++invited}@example.com`,
    hash,
    access: 'read_only',
  })
  const list = async (as: Awaited<ReturnType<typeof makeVerified>>) =>
    (await server.get(`${me}/sub_accounts`, { as })).json<{ data: { id: number; email: string }[] }>().data

  test('are invited by mail, bound to a site, changed and removed', async () => {
    const as = await makeVerified()
    const [first, second] = await makeSites(as.publisherId)
    const json = person(first)
    expect((await server.post(`${me}/sub_accounts`, { as, json })).statusCode).toBe(200)
    const [row] = await list(as)
    const { email, hash, userName, access } = json
    expect(row).toMatchObject({ userName, email, hash, access, domain: 'one.example.com', is_active: false })
    const mail = await database.db.selectFrom('mail').selectAll().where('toAddress', '=', email).execute()
    expect(mail.map(({ textBody }) => textBody).join()).toContain('/reset-password/')
    const account = await database.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const find = () => findSubAccount(database.db, { accountId: account.id })
    expect(await find()).toMatchObject({ publisherId: as.publisherId, subAccount: { access: 'read_only' } })

    const url = `${me}/sub_accounts/${row?.id}`
    await server.post(url, { as, json: { hash: second, access: 'full' } })
    expect(await list(as)).toMatchObject([{ hash: second, access: 'full' }])
    await server.post(`${url}/remove`, { as })
    expect(await list(as)).toEqual([])
    expect(await find()).toBeUndefined()
    const closed = await database.db.selectFrom('account').select('reviewStatus').where('email', '=', email).execute()
    expect(closed).toEqual([{ reviewStatus: 'rejected' }])

    expect((await server.post(`${me}/sub_accounts`, { as, json })).statusCode).toBe(200)
    expect(await find()).toMatchObject({ publisherId: as.publisherId })
  })

  test('stay closed once an operator has rejected them, also for another publisher', async () => {
    const [as, other] = [await makeVerified(), await makeVerified()]
    const [[hash], [foreign]] = [await makeSites(as.publisherId), await makeSites(other.publisherId)]
    const json = person(hash)
    await server.post(`${me}/sub_accounts`, { as, json })
    const account = await findAccountByEmail(database.db, json.email)
    const accountId = account?.id ?? 0n
    await decideReview({ ...ctx, actor: await makeAccount(ctx, 'operator') }, { accountId, decision: 'rejected' })
    const [row] = await list(as)
    await server.post(`${me}/sub_accounts/${row?.id}/remove`, { as })
    for (const again of [
      { as, json },
      { as: other, json: { ...json, hash: foreign } },
    ]) {
      expect((await server.post(`${me}/sub_accounts`, again)).statusCode).toBe(200)
      expect(await findSubAccount(database.db, { accountId })).toBeUndefined()
    }
    expect(await findAccountByEmail(database.db, json.email)).toMatchObject({ reviewStatus: 'rejected' })
  })

  test('are five at most, and one for each address', async () => {
    const as = await makeVerified()
    const [hash] = await makeSites(as.publisherId)
    const twice = person(hash)
    const codes: (string | undefined)[] = []
    for (const json of [twice, twice, person(hash), person(hash), person(hash), person(hash), person(hash)]) {
      const reply = await server.post(`${me}/sub_accounts`, { as, json })
      codes.push(reply.json<{ code?: string }>().code)
    }
    const tooMany = 'sub_account.too_many'
    expect(codes).toEqual([undefined, 'invalid', undefined, undefined, undefined, undefined, tooMany])
    expect(await list(as)).toHaveLength(5)
  })

  test('do not reveal whether an address has an account', async () => {
    const as = await makeVerified()
    const [hash] = await makeSites(as.publisherId)
    const { email, accountId } = await makeAccount(ctx, 'advertiser')
    const known = await server.post(`${me}/sub_accounts`, { as, json: { ...person(hash), email } })
    const unknown = await server.post(`${me}/sub_accounts`, { as, json: person(hash) })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(await findSubAccount(database.db, { accountId })).toBeUndefined()
    const mails = await database.db.selectFrom('mail').selectAll().where('toAddress', '=', email).execute()
    expect(mails.map(({ textBody }) => textBody).join()).not.toContain('/reset-password/')
  })

  test('of another publisher, or bound to its site, answer as if they did not exist', async () => {
    const [as, other] = [await makeVerified(), await makeVerified()]
    const [hash] = await makeSites(as.publisherId)
    const [foreign] = await makeSites(other.publisherId)
    await server.post(`${me}/sub_accounts`, { as, json: person(hash) })
    const [row] = await list(as)
    for (const path of ['', '/remove']) {
      const json = path === '' ? { hash: foreign, access: 'full' } : {}
      const theirs = await server.post(`${me}/sub_accounts/${row?.id}${path}`, { as: other, json })
      const unknown = await server.post(`${me}/sub_accounts/999999${path}`, { as: other, json })
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
    }
    expect((await server.post(`${me}/sub_accounts`, { as, json: person(foreign) })).statusCode).toBe(404)
    expect(await list(as)).toHaveLength(1)
  })

  test('need a verified password', async () => {
    const as = await makePublisher(ctx)
    const [hash] = await makeSites(as.publisherId)
    const reply = await server.post(`${me}/sub_accounts`, { as, json: person(hash) })
    expect(reply.json()).toMatchObject({ code: 'password_required' })
  })
})
