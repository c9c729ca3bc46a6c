import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApplicantFixtures, creatorBody, freshEmail, steps } from '#test/support/applicants.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { removeOldSignUps } from './jobs.ts'

const path = '/api/v1/account/publishers'

const database = await openTestDatabase()
let fixtures: Awaited<ReturnType<typeof createApplicantFixtures>>

beforeAll(async () => {
  fixtures = await createApplicantFixtures(database)
})

beforeEach(() => fixtures.forgetLimits())

afterAll(() => fixtures.close())

type Answer = Awaited<ReturnType<typeof fixtures.post>>

const readCookies = (answer: Answer): Record<string, string> => ({ tandem_sign_up: answer.cookies[0]?.value ?? '' })

async function begin(email: string) {
  const answer = await fixtures.post(path, { form: steps.start(email) })
  const id = String(answer.json().publisher_id)
  const own: { cookies: Record<string, string> } = { cookies: readCookies(answer) }
  return {
    answer,
    id,
    sendProfile: (more = own) => fixtures.post(`${path}/${id}/profilepart1`, { form: steps.profile, ...more }),
    finish: (more = own) => fixtures.post(`${path}/${id}/profilepart2`, { form: steps.questions, ...more }),
    state: async (more = own) => (await fixtures.get(`${path}/sign-up`, more)).json(),
  }
}

async function beginAndFinish(email: string): Promise<void> {
  const signUp = await begin(email)
  await signUp.sendProfile()
  await signUp.finish()
}

const resume = (token: string, passwords: Record<string, string> = { password: 'correct-horse' }) =>
  fixtures.post(`${path}/sign-up/resume`, { json: { token, ...passwords } })

const findAccount = (email: string) =>
  database.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

const login = async (email: string, password = 'correct-horse') =>
  (await fixtures.post('/account/api/login', { json: { email, password, type: 'creator' } })).json()

describe('a sign-up', () => {
  test('goes through three steps and becomes an application', async () => {
    const email = freshEmail()
    const signUp = await begin(email)
    expect(signUp.answer.json()).toEqual({ success: true, message: '', publisher_id: signUp.id })
    const [cookie] = signUp.answer.cookies
    expect(cookie).toMatchObject({ name: 'tandem_sign_up', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(await signUp.state()).toMatchObject({ publisher_id: signUp.id, step: 2, email })
    expect((await signUp.sendProfile()).json()).toEqual({ success: true, message: '' })
    expect(await signUp.state()).toMatchObject({ step: 3, profile: { audience_countries: ['1', '250'] } })
    expect((await signUp.finish()).json()).toEqual({ success: true, message: '' })
    expect(await signUp.state()).toMatchObject({ publisher_id: null, step: 1 })

    const application = await database.db
      .selectFrom('application')
      .innerJoin('account', 'account.id', 'application.accountId')
      .selectAll('application')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(application).toMatchObject({
      kind: 'publisher',
      firstName: 'Ada',
      countryCode: 'US',
      phone: '555-0100-22',
      fields: { audience_countries: ['AD', 'ZW'], num_employees: 'Just me', content_categories: ['Blogs'] },
    })
  })

  test('stores token and password only as hashes, and the password only until the account has it', async () => {
    const email = freshEmail()
    const signUp = await begin(email)
    const rows = () => database.db.selectFrom('signup').selectAll().where('email', '=', email).execute()
    const kept = JSON.stringify(await rows())
    expect(kept).not.toContain('correct-horse')
    expect(kept).not.toContain(readCookies(signUp.answer).tandem_sign_up)
    const resumeToken = await fixtures.lastToken(email, 'sign-up?resume=')
    const cookies = readCookies(await resume(resumeToken))
    await signUp.sendProfile({ cookies })
    await signUp.finish({ cookies })
    expect((await rows())[0]).toMatchObject({ passwordHash: null, profile: null })
    expect((await findAccount(email))?.passwordHash).toMatch(/^\$argon2id/)
  })

  test('answers a repeated last step like the first and creates one application', async () => {
    const signUp = await begin(freshEmail())
    await signUp.sendProfile()
    const answers = await Promise.all([signUp.finish(), signUp.finish()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('cannot skip a step', async () => {
    const signUp = await begin(freshEmail())
    const early = await signUp.finish()
    expect([early.statusCode, early.json().code]).toEqual([409, 'signup.order'])
  })

  test('names the invalid field and its code', async () => {
    const different = { ...steps.start(freshEmail()), password2: 'other-horse' }
    const answer = await fixtures.post(path, { form: different })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'signup.8', field: 'password2' }])
    const signUp = await begin(freshEmail())
    const form = { ...steps.profile, zip_code: '' }
    const profile = await fixtures.post(`${path}/${signUp.id}/profilepart1`, { form })
    expect(profile.json()).toMatchObject({ code: 'signup.26', message: 'Please fill in: Postal code.' })
  })
})

describe('another browser', () => {
  test('gets the answer for an unknown sign-up', async () => {
    const signUp = await begin(freshEmail())
    const stranger = await begin(freshEmail())
    const unknown = await fixtures.post(`${path}/${crypto.randomUUID()}/profilepart1`, { form: steps.profile })
    for (const cookies of [{}, readCookies(stranger.answer), { tandem_sign_up: 'made-up' }]) {
      const answers = [await signUp.sendProfile({ cookies }), await signUp.finish({ cookies })]
      for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
    }
  })

  test('continues by the mailed link, and the first browser can no longer continue', async () => {
    const email = freshEmail()
    const signUp = await begin(email)
    await signUp.sendProfile()
    const token = await fixtures.lastToken(email, 'sign-up?resume=')
    const resumed = await resume(token)
    expect(resumed.json()).toEqual({ success: true, is_finished: false })
    expect((await signUp.sendProfile()).statusCode).toBe(404)
    const cookies = readCookies(resumed)
    expect(await signUp.state({ cookies })).toMatchObject({ step: 3 })
    expect((await signUp.finish({ cookies })).statusCode).toBe(200)
    expect((await resume('made-up')).statusCode).toBe(410)
  })
})

describe('the password of step 1', () => {
  test('does not work before the address is confirmed', async () => {
    const email = freshEmail()
    await beginAndFinish(email)
    expect(await login(email)).toMatchObject({ success: false, is_register: false })
    const confirmed = await resume(await fixtures.lastToken(email, 'sign-up?resume='))
    expect(confirmed.json()).toEqual({ success: true, is_finished: true })
    expect(await login(email)).toMatchObject({ success: false, is_register: true })
    const again = await resume(await fixtures.lastToken(email, 'sign-up?resume='))
    expect([again.statusCode, again.json().code]).toEqual([409, 'signup.link_used'])
  })

  test('tells the login that the address is not confirmed, whether the address has an account or not', async () => {
    const [fresh, known] = [freshEmail(), freshEmail()]
    await fixtures.post('/creator/api/signup', { json: creatorBody(known) })
    const replies = []
    for (const email of [fresh, known]) {
      await beginAndFinish(email)
      replies.push(await login(email))
      expect(await login(email, 'wrong-horse')).not.toHaveProperty('needs_confirmation')
    }
    expect(replies[0]).toMatchObject({ success: false, is_register: false, needs_confirmation: true })
    expect(replies[1]).toEqual(replies[0])
  })

  test('lets an approved publisher ask for the mail again, whose link opens the account', async () => {
    const email = freshEmail()
    await beginAndFinish(email)
    const signUpToken = await fixtures.lastToken(email, 'sign-up?resume=')
    await database.db.updateTable('account').set({ reviewStatus: 'approved' }).where('email', '=', email).execute()
    expect(await login(email)).toMatchObject({
      needs_confirmation: true,
      message: expect.stringMatching(/not confirmed/),
    })
    await fixtures.post('/account/api/password/forgot', { json: { email } })
    expect((await fixtures.mailsTo(email)).at(-1)?.subject).toBe('Choose your password for Tandem')
    const mine = 'my-own-horse-1'
    const token = await fixtures.lastToken(email, 'reset-password/')
    await fixtures.post('/account/api/password/reset', { json: { token, password1: mine, password2: mine } })
    expect((await fixtures.mailsTo(email)).at(-1)?.subject).toBe('Your password for Tandem is set')
    expect(await login(email, mine)).toMatchObject({ success: true })
    expect(await login(email)).not.toHaveProperty('needs_confirmation')
    const late = await resume(signUpToken, { password1: 'other-horse-1', password2: 'other-horse-1' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'signup.link_used'])
  })

  test('does not work when the reader of the mail does not know it', async () => {
    const email = freshEmail()
    await beginAndFinish(email)
    const token = await fixtures.lastToken(email, 'sign-up?resume=')
    const [bare, wrong, short] = [
      await resume(token, {}),
      await resume(token, { password: 'not-the-horse' }),
      await resume(token, { password1: 'short', password2: 'short' }),
    ]
    expect([bare, wrong, short].map(({ statusCode }) => statusCode)).toEqual([422, 422, 422])
    expect(wrong.json()).toMatchObject({ code: 'signup.password', field: 'password' })
    expect((await findAccount(email))?.passwordHash).toBeNull()

    const mine = 'victims-own-1'
    expect((await resume(token, { password1: mine, password2: mine })).json()).toMatchObject({ is_finished: true })
    expect(await login(email)).toMatchObject({ success: false, is_register: false })
    expect(await login(email, mine)).toMatchObject({ success: false, is_register: true })
  })

  test('is replaced in the middle of a sign-up', async () => {
    const email = freshEmail()
    const signUp = await begin(email)
    const token = await fixtures.lastToken(email, 'sign-up?resume=')
    const mine = 'victims-own-1'
    const cookies = readCookies(await resume(token, { password1: mine, password2: mine }))
    await signUp.sendProfile({ cookies })
    await signUp.finish({ cookies })
    expect(await login(email)).toMatchObject({ is_register: false })
    expect(await login(email, mine)).toMatchObject({ is_register: true })
  })
})

describe('an address that has an account', () => {
  test('gets the same answers in every step; its owner is mailed and the account does not change', async () => {
    const known = freshEmail()
    await fixtures.post('/creator/api/signup', { json: creatorBody(known) })
    const before = await findAccount(known)
    const [fresh, repeated] = [await begin(freshEmail()), await begin(known)]
    for (const step of ['answer', 'sendProfile', 'finish'] as const) {
      const [one, other] =
        step === 'answer' ? [fresh.answer, repeated.answer] : [await fresh[step](), await repeated[step]()]
      expect(getShape(other)).toEqual(getShape(one))
    }
    expect((await fixtures.mailsTo(known)).map(({ subject }) => subject)).toEqual([
      'Your application at Tandem',
      'You are already known at Tandem',
    ])
    expect(await findAccount(known)).toEqual(before)
    const repeats = await database.db
      .selectFrom('application')
      .select(['kind', 'isRepeat'])
      .where('accountId', '=', before?.id ?? 0n)
      .orderBy('id')
      .execute()
    expect(repeats).toEqual([
      { kind: 'creator', isRepeat: false },
      { kind: 'publisher', isRepeat: true },
    ])
  })

  test('created during the sign-up does not get the password of the sign-up', async () => {
    const email = freshEmail()
    const signUp = await begin(email)
    const token = await fixtures.lastToken(email, 'sign-up?resume=')
    await signUp.sendProfile()
    await fixtures.post('/creator/api/signup', { json: creatorBody(email) })
    await signUp.finish()
    await resume(token)
    expect((await findAccount(email))?.passwordHash).toBeNull()
  })
})

test('a finished sign-up is kept for ninety days while its address is not confirmed', async () => {
  const email = freshEmail()
  await beginAndFinish(email)
  const inDays = (days: number) => testContext(database.db, 'test', new Date(Date.now() + days * 86_400_000))
  const rows = () => database.db.selectFrom('signup').select('id').where('email', '=', email).execute()
  await removeOldSignUps(inDays(89))
  expect(await rows()).toHaveLength(1)
  await removeOldSignUps(inDays(91))
  expect(await rows()).toEqual([])
})

test('a sign-up is deleted after a week', async () => {
  const email = freshEmail()
  const signUp = await begin(email)
  const later = new Date(Date.now() + 7 * 86_400_000 + 1000)
  await removeOldSignUps(testContext(database.db, 'test', later))
  expect((await signUp.sendProfile()).statusCode).toBe(404)
})

/** Returns status, body without the id, and headers without values that always differ. */
function getShape(answer: Answer) {
  const { date: _, 'set-cookie': cookie, ...headers } = answer.headers
  const { publisher_id: id, ...body } = answer.json()
  const cookies = String(cookie)
    .replace(/=[\w-]{43}/, '=token')
    .replace(/Expires=[^;]+/, 'Expires=then')
  return { status: answer.statusCode, body, hasId: typeof id === 'string', headers, cookies }
}
