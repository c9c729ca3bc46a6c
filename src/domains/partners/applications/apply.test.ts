import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advertiserBody, createApplicantFixtures, creatorBody, freshEmail } from '#test/support/applicants.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { isSoak } from '#test/support/rounds.ts'
import { compareTimes, expectWithin } from '#test/support/timing.ts'
import { ADDRESS_LIMIT, ANSWER_MS } from './rules/limits.ts'

const database = await openTestDatabase()
let fixtures: Awaited<ReturnType<typeof createApplicantFixtures>>

beforeAll(async () => {
  fixtures = await createApplicantFixtures(database)
})

beforeEach(() => fixtures.forgetLimits())

afterAll(() => fixtures.close())

const applyAsCreator = (body: object) => fixtures.post('/creator/api/signup', { json: body })

const listApplicationsOf = (email: string) =>
  database.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.accountId')
    .selectAll('application')
    .select(['account.email', 'account.role', 'account.reviewStatus', 'account.passwordHash'])
    .where('email', '=', email)
    .orderBy('application.id')
    .execute()

describe('an application', () => {
  test('is stored with an account under review and confirmed by a mail with a link to choose a password', async () => {
    const email = freshEmail()
    const answer = await applyAsCreator(creatorBody(email.toUpperCase()))
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: '' }])
    const [application] = await listApplicationsOf(email)
    expect(application).toMatchObject({
      kind: 'creator',
      isRepeat: false,
      status: 'received',
      countryCode: 'US',
      role: 'publisher',
      reviewStatus: 'under_review',
      passwordHash: null,
      fields: { channel: 'YouTube', channelUrl: 'youtube.com/@ada', promote: 'Yes' },
    })
    const token = await fixtures.lastToken(email, 'reset-password/')
    const password = { token, password1: 'correct-horse', password2: 'correct-horse' }
    const chosen = await fixtures.post('/account/api/password/reset', { json: password })
    expect(chosen.json()).toEqual({ success: true, redirect_to: '/login-creator?saved' })
    const login = { email, password: 'correct-horse', type: 'creator' }
    expect((await fixtures.post('/account/api/login', { json: login })).json()).toMatchObject({ is_register: true })
  })

  test('is told to the operators who want it, at most once an hour', async () => {
    const operators = ['wants@example.com', 'wants-not@example.com']
    const values = operators.map((email, index) => ({
      email,
      role: 'operator' as const,
      displayName: email,
      passwordHash: null,
      reviewStatus: 'approved' as const,
      reviewedAt: new Date(),
      reviewedBy: null,
      reviewNote: null,
      mutedNotices: index === 0 ? [] : ['applications' as const],
      createdAt: new Date(),
    }))
    await database.ownerDb.insertInto('account').values(values).execute()
    await applyAsCreator(creatorBody(freshEmail()))
    await applyAsCreator(creatorBody(freshEmail()))
    const [wanted, unwanted] = await Promise.all(operators.map((email) => fixtures.mailsTo(email)))
    expect(wanted?.map(({ subject }) => subject)).toEqual(['Applications wait at Tandem'])
    expect(unwanted).toEqual([])
  })

  test('of a brand creates an advertiser account', async () => {
    const email = freshEmail()
    expect((await fixtures.post('/advertiser/api/signup', { json: advertiserBody(email) })).statusCode).toBe(200)
    const [application] = await listApplicationsOf(email)
    expect(application).toMatchObject({
      kind: 'advertiser',
      role: 'advertiser',
      fields: { purpose: 'Reach gardeners' },
    })
  })

  test('is confirmed in the applicant’s language, and the mail repeats nothing that the applicant typed', async () => {
    const email = freshEmail()
    const body = { ...creatorBody(email), firstName: 'Visit evil.example', lastName: 'now' }
    await fixtures.post('/creator/api/signup', { json: body, cookies: { tandem_locale: 'zh' } })
    const [mail] = await fixtures.mailsTo(email)
    expect(mail?.subject).toBe('您在 Tandem 的申请')
    expect(mail?.textBody).not.toContain('evil.example')
  })

  test('keeps script, emoji and right-to-left text as text, and refuses NUL and direction controls', async () => {
    const email = freshEmail()
    const firstName = '<script>alert(1)</script> 👩‍👩‍👧 שלום'
    expect((await applyAsCreator({ ...creatorBody(email), firstName })).statusCode).toBe(200)
    expect((await listApplicationsOf(email))[0]?.firstName).toBe(firstName)
    for (const [bad, code] of [
      ['a\0b', 'invalid_input'],
      ['a\ud800b', 'invalid_input'],
      ['a\u202eb', 'sign'],
    ]) {
      const refused = await applyAsCreator({ ...creatorBody(freshEmail()), channelUrl: bad })
      const message = 'Letters, digits and signs only.'
      expect(refused.json()).toMatchObject({ code, message, field: 'channelUrl', status: 422 })
    }
  })
})

describe('an address that has an account', () => {
  test('gets the same answer; its owner is mailed and a repeat is stored', async () => {
    const email = freshEmail()
    const first = await applyAsCreator(creatorBody(email))
    const second = await fixtures.post('/advertiser/api/signup', { json: advertiserBody(email) })
    expect(second.body).toBe(first.body)
    expect(withoutTime(second.headers)).toEqual(withoutTime(first.headers))
    const all = await listApplicationsOf(email)
    expect(all.map(({ kind, isRepeat, role }) => [kind, isRepeat, role])).toEqual([
      ['creator', false, 'publisher'],
      ['advertiser', true, 'publisher'],
    ])
    const subjects = (await fixtures.mailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Your application at Tandem', 'You are already known at Tandem'])
  })

  test('takes at least as long to answer as every address, and so as long as a new one', async () => {
    const known = freshEmail()
    await applyAsCreator(creatorBody(known))
    const shortestMs = await compareTimes({
      actions: {
        known: () => applyAsCreator(creatorBody(known)),
        fresh: () => applyAsCreator(creatorBody(freshEmail())),
      },
      isEnough: (times) => !isSoak || Math.abs(times.known - times.fresh) < 60,
      // Together with the first application this reaches the hourly mail limit.
      mostRounds: ADDRESS_LIMIT.max - 1,
    })
    expect(Math.min(shortestMs.known, shortestMs.fresh)).toBeGreaterThanOrEqual(ANSWER_MS - 5)
    expectWithin(Math.abs(shortestMs.known - shortestMs.fresh), 60)
  })

  test('has one account, even after several applications at once', async () => {
    const email = freshEmail()
    const answers = await Promise.all(Array.from({ length: 4 }, () => applyAsCreator(creatorBody(email))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await listApplicationsOf(email)).filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  })

  test('is mailed at most five times an hour, and the answer stays the same', async () => {
    const email = freshEmail()
    const answers = []
    for (let round = 0; round < 7; round += 1) answers.push((await applyAsCreator(creatorBody(email))).body)
    expect(new Set(answers).size).toBe(1)
    expect(await fixtures.mailsTo(email)).toHaveLength(5)
  })
})

test('refuses further applications from an IP prefix beyond the limit', async () => {
  const applying = Array.from({ length: 31 }, () => applyAsCreator(creatorBody(freshEmail())))
  const codes = (await Promise.all(applying)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
})

test('answers the invalid field and its message', async () => {
  const wrong = await applyAsCreator({ ...creatorBody('nobody'), phoneNumber: undefined })
  expect([wrong.statusCode, wrong.json()]).toMatchObject([
    422,
    { success: false, field: 'email', message: 'Valid email address is required' },
  ])
  const missing = await applyAsCreator({})
  expect(missing.json()).toMatchObject({ field: 'firstName', message: 'This field is required.' })
})

function withoutTime({ date: _, ...headers }: Record<string, unknown>) {
  return headers
}
