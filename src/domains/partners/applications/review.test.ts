import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { getSetup } from '#domains/partners/setup/queries/setup.ts'
import { findHome } from './queries/onboarding.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { advertiserBody, createApplicantFixtures, creatorBody, freshEmail, steps } from '#test/support/applicants.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser, makeMember, makePublisher } from '#test/support/network-fixtures.ts'

const queue = '/api/v1/operator/applications'

const database = await openTestDatabase()
let fixtures: Awaited<ReturnType<typeof createApplicantFixtures>>
let operator: AccountActor

beforeAll(async () => {
  fixtures = await createApplicantFixtures(database)
  operator = await makeAccount(testContext(database.db), 'operator')
})

beforeEach(() => fixtures.forgetLimits())

afterAll(() => fixtures.close())

interface Listed {
  application_id: number
  email: string
  is_repeat: boolean
}

async function list(query = '') {
  const answer = await fixtures.get(`${queue}?page_size=50&${query}`, { as: operator })
  return answer.json().data as { count: number; waiting: number; applications: Listed[] }
}

async function findId(email: string): Promise<number> {
  const { applications } = await list(`show=all&search=${email}`)
  return applications.find(({ is_repeat: isRepeat }) => !isRepeat)?.application_id ?? 0
}

const decide = (id: number, verb: string, json: object = {}) =>
  fixtures.post(`${queue}/${id}/${verb}`, { json, as: operator })

const detail = async (id: number) => (await fixtures.get(`${queue}/${id}`, { as: operator })).json().data

const lastMail = async (email: string) => (await fixtures.mailsTo(email)).at(-1)

/** Applies as a creator, approves that, and returns the publisher's sites. */
async function approveCreator(json: object) {
  const email = freshEmail()
  await fixtures.post('/creator/api/signup', { json: { ...creatorBody(email), ...json } })
  const id = await findId(email)
  expect((await decide(id, 'approve')).statusCode).toBe(200)
  const { publisher_id: publisherId } = await detail(id)
  return database.db.selectFrom('site').selectAll().where('publisherId', '=', BigInt(publisherId)).execute()
}

describe('approving', () => {
  test('a creator creates the publisher with its site and mails a link to choose a password', async () => {
    const email = freshEmail()
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    const id = await findId(email)
    expect((await decide(id, 'approve', { note: 'Nice channel' })).statusCode).toBe(200)
    const found = await detail(id)
    expect(found).toMatchObject({ status: 'approved', note: 'Nice channel', account_status: 'approved' })
    const sites = await database.db
      .selectFrom('site')
      .selectAll()
      .where('publisherId', '=', BigInt(found.publisher_id))
      .execute()
    expect(sites).toMatchObject([{ name: 'youtube.com/@ada', url: 'https://youtube.com/@ada' }])
    const mail = await lastMail(email)
    expect(mail?.subject).toBe('Welcome to Tandem')
    expect(mail?.textBody).toContain('/reset-password/')
    expect(mail?.textBody).toContain('3. Create a tracking link and publish it.')
    expect(mail?.textBody).toContain('Write to support@')
    const token = await fixtures.lastToken(email, 'reset-password/')
    const password = { token, password1: 'correct-horse', password2: 'correct-horse' }
    const entered = await fixtures.post('/account/api/password/reset', { json: password })
    expect(entered.json()).toEqual({ success: true, redirect_to: '/home' })
  })

  test.each([
    ['Instagram', 'https://www.Instagram.com/Ada.L/?igsh=MzRl', ['instagram.com/ada.l', 'https://instagram.com/ada.l']],
    ['TikTok', '@Ada', ['tiktok.com/@ada', 'https://tiktok.com/@ada']],
    ['Other', 'weibo.com/n/小米', ['weibo.com/n/小米', 'https://weibo.com/n/%E5%B0%8F%E7%B1%B3']],
    ['YouTube', 'ada.example/videos', ['YouTube', 'https://ada.example/videos']],
    ['Other', 'ada.example/videos', ['ada.example', 'https://ada.example/videos']],
  ])('a creator on %s with the address %j creates the site %j', async (channel, channelUrl, [name, url]) => {
    expect(await approveCreator({ channel, channelUrl })).toMatchObject([{ name, url }])
  })

  test.each(['soon!', '@ada', 'instagram.com'])(
    'a creator on Red whose channel is %j, which names none, creates no site',
    async (text) => {
      expect(await approveCreator({ channel: 'Red', channelUrl: text })).toEqual([])
    },
  )

  test('a brand creates the advertiser with a draft programme; equal names get different slugs', async () => {
    const ids = []
    for (let round = 0; round < 2; round += 1) {
      const email = freshEmail()
      await fixtures.post('/advertiser/api/signup', { json: advertiserBody(email) })
      const id = await findId(email)
      expect((await decide(id, 'approve')).statusCode).toBe(200)
      ids.push(BigInt((await detail(id)).advertiser_id))
    }
    const programs = await database.db
      .selectFrom('program')
      .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
      .select(['program.title', 'program.slug', 'program.status', 'advertiser.website'])
      .where('advertiser.id', 'in', ids)
      .orderBy('program.id')
      .execute()
    const common = { title: 'Acme Gardens', status: 'draft', website: 'https://acme.example/' }
    expect(programs).toEqual([
      { ...common, slug: 'acme-gardens-affiliate-program' },
      { ...common, slug: `acme-gardens-${ids[1]}-affiliate-program` },
    ])
  })

  test('a brand begins its set-up with what it said of its company, and with the host of its website', async () => {
    const email = freshEmail()
    const website = `https://www.${email.split('@')[0]}.example/shop`
    await fixtures.post('/advertiser/api/signup', { json: { ...advertiserBody(email), company_website: website } })
    const id = await findId(email)
    await decide(id, 'approve')
    const advertiserId = BigInt((await detail(id)).advertiser_id)
    expect(await getSetup(database.db, { advertiserId, now: new Date() })).toMatchObject({
      done: { company: false, hosts: false, open: false },
      company: { legalName: 'Acme Gardens', countryCode: 'DE', contactName: 'Ada Byron', street: '' },
      pendingDomains: [{ host: new URL(website).host, checkedAt: null }],
    })
  })

  test('the application of an account that is an agency elsewhere names its own advertiser', async () => {
    const email = freshEmail()
    const { advertiserId } = await makeAdvertiser(testContext(database.db))
    await fixtures.post('/advertiser/api/signup', { json: advertiserBody(email) })
    const id = await findId(email)
    const { id: accountId } = await database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const member = { advertiserId, accountId, email, name: 'Mara', role: 'agency', joinedAt: new Date() } as const
    await database.db.insertInto('teamMember').values(member).execute()
    expect((await detail(id)).advertiser_id).toBeNull()
    await decide(id, 'approve')
    expect([null, Number(advertiserId)]).not.toContain((await detail(id)).advertiser_id)
  })

  test('a brand whose website is not a web address is refused at that field and changes nothing', async () => {
    const email = freshEmail()
    await fixtures.post('/advertiser/api/signup', { json: { ...advertiserBody(email), company_website: 'soon!' } })
    const id = await findId(email)
    const refused = await decide(id, 'approve')
    expect([refused.statusCode, refused.json().field]).toEqual([422, 'website'])
    expect(await detail(id)).toMatchObject({ status: 'received', account_status: 'under_review' })
    expect((await decide(id, 'approve', { website: 'acme-two.example' })).statusCode).toBe(200)
  })

  test('lets a publisher who confirmed the address log in with the password of step 1, to onboarding', async () => {
    const email = freshEmail()
    const path = '/api/v1/account/publishers'
    const begun = await fixtures.post(path, { form: steps.start(email) })
    const token = await fixtures.lastToken(email, 'sign-up?resume=')
    const resumed = await fixtures.post(`${path}/sign-up/resume`, { json: { token, password: 'correct-horse' } })
    const cookies = { tandem_sign_up: resumed.cookies[0]?.value ?? '' }
    const id = begun.json().publisher_id
    await fixtures.post(`${path}/${id}/profilepart1`, { form: steps.profile, cookies })
    await fixtures.post(`${path}/${id}/profilepart2`, { form: steps.questions, cookies })
    await decide(await findId(email), 'approve')
    expect((await lastMail(email))?.textBody).toContain('/login-creator')
    const login = { email, password: 'correct-horse', type: 'creator' }
    const answer = await fixtures.post('/account/api/login', { json: login })
    expect(answer.json()).toMatchObject({ success: true, redirect_to: '/home' })
    const { publisher_id: publisherId } = await detail(await findId(email))
    const publisher = await database.db
      .selectFrom('publisher')
      .select('name')
      .where('id', '=', BigInt(publisherId))
      .execute()
    expect(publisher).toEqual([{ name: 'Gardens Ltd' }])
  })

  test('completes an account that was approved on the accounts page', async () => {
    const email = freshEmail()
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    const account = await database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await decideReview(testContext(database.db), { accountId: account.id, decision: 'approved' })
    expect((await decide(await findId(email), 'approve')).statusCode).toBe(200)
  })
})

describe('rejecting', () => {
  test('mails the reason, keeps the note, and can be reversed by an approval', async () => {
    const email = freshEmail()
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    const id = await findId(email)
    expect((await decide(id, 'reject', { reason: ' ' })).json()).toMatchObject({
      field: 'reason',
      message: 'This field is required.',
    })
    await decide(id, 'reject', { reason: 'The channel is empty.', note: 'Ask again in May' })
    const mail = await lastMail(email)
    expect(mail?.textBody).toContain('The channel is empty.')
    expect(mail?.textBody).not.toContain('May')
    expect(await detail(id)).toMatchObject({ status: 'rejected', account_status: 'rejected' })
    expect((await decide(id, 'reject', { reason: 'Again.' })).statusCode).toBe(409)
    expect((await decide(id, 'approve')).statusCode).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 'approved', reason: '', note: 'Ask again in May' })
    expect((await decide(id, 'approve')).statusCode).toBe(409)
  })
})

describe('the queue', () => {
  test('lists waiting applications, finds them by any part of a name, and marks repeats', async () => {
    const email = freshEmail()
    const before = await list()
    await fixtures.post('/creator/api/signup', { json: { ...creatorBody(email), lastName: 'Quendryth 100%' } })
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    const waiting = await list()
    expect(waiting.waiting).toBe(before.waiting + 1)
    expect(waiting.applications.at(-1)).toMatchObject({ email, is_repeat: false, repeat_count: 1 })
    expect((await list('search=QUENDRYTH%20100%25')).count).toBe(1)
    expect((await list(`show=repeat&search=${email}`)).applications).toMatchObject([{ is_repeat: true }])
    expect((await list(`kind=advertiser&search=${email}`)).count).toBe(0)
    const { others } = await detail(await findId(email))
    expect(others).toMatchObject([{ is_repeat: true, first_name: 'Ada' }])
    expect((await decide(others[0].application_id, 'approve')).statusCode).toBe(409)
    expect((await decide(others[0].application_id, 'note', { note: 'Seen' })).statusCode).toBe(200)
  })

  test('is only for operators, and the audit line names the operator who decided', async () => {
    const email = freshEmail()
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    const id = await findId(email)
    const publisher = await makePublisher(testContext(database.db))
    expect((await fixtures.post(`${queue}/${id}/approve`, { as: publisher })).statusCode).toBe(403)
    expect((await fixtures.get(queue)).statusCode).toBe(401)
    expect((await fixtures.get(`${queue}/999999`, { as: operator })).statusCode).toBe(404)
    await decide(id, 'approve')
    const line = await database.db
      .selectFrom('auditLine')
      .select(['action', 'actorAccountId'])
      .where('target', '=', `application:${id}`)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({ action: 'application.approve', actorAccountId: operator.accountId })
  })

  test('is the first page of operators while applications wait', async () => {
    await fixtures.post('/creator/api/signup', { json: creatorBody(freshEmail()) })
    const ctx = testContext(database.db)
    expect(await findHome(ctx, operator)).toBe('/operator/applications')
    const publisher = await makePublisher(ctx)
    const steps = await fixtures.get('/api/v1/account/publishers/me/checklist', { as: publisher })
    expect(steps.json().data).toEqual({
      site_count: 0,
      joined_count: 0,
      has_script: false,
      has_links: false,
      has_clicks: false,
      has_transactions: false,
    })
  })
})

test('the first page of a member of several teams is that of all their brands', async () => {
  const ctx = testContext(database.db)
  const [one, two] = [await makeAdvertiser(ctx), await makeAdvertiser(ctx)]
  const agency = await makeMember(ctx, { advertiserId: one.advertiserId, role: 'agency' })
  expect(await findHome(ctx, agency)).toBeUndefined()
  const { accountId, email } = agency
  const member = { advertiserId: two.advertiserId, accountId, email, name: 'Agency', role: 'agency' } as const
  await database.db
    .insertInto('teamMember')
    .values({ ...member, joinedAt: ctx.now })
    .execute()
  expect(await findHome(ctx, agency)).toBe('/brand/brands')
  expect(await findHome(ctx, one)).toBeUndefined()
})
