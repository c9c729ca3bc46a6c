import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { AccountsFixtures, PASSWORD } from '#test/support/accounts.ts'
import type { AccountOptions } from '#test/support/accounts.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { removeExpired } from './jobs.ts'

let fixtures: AccountsFixtures

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
})

afterAll(() => fixtures.close())

interface Owner {
  accountId: bigint
  email: string
  headers: Record<string, string>
  secret: string
  recoveryCodes: string[]
}

const post = (owner: Pick<Owner, 'headers'>, url: string, body: object = {}) =>
  fixtures.post(url, { body, headers: owner.headers })

/** The code of the app; `steps` counts in 30 seconds from the time of the requests. */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(fixtures.now.getTime() / 1000) + steps * 30 })

/** Logs a new account in, which then enters its password again. */
async function signIn(options: AccountOptions = {}) {
  const account = await fixtures.makeAccount(options)
  const session = await fixtures.signIn(account.email)
  await post(session, '/account/api/password/verify', { password: PASSWORD })
  return { ...account, ...session }
}

/** Makes an account that has two-step sign-in since the code of 30 seconds ago. */
async function makeOwner(options: AccountOptions = {}): Promise<Owner> {
  const account = await signIn(options)
  const { secret } = (await post(account, '/account/api/two-step/begin')).json<{ secret: string }>()
  const confirmed = await post(account, '/account/api/two-step/confirm', { code: await codeOf(secret, -1) })
  return { ...account, secret, recoveryCodes: confirmed.json().recovery_codes }
}

/** Logs in with the password; returns the cookie of the challenge. */
async function begin({ email }: { email: string }): Promise<Record<string, string>> {
  const answer = await fixtures.login({ email })
  const [cookie] = answer.cookies
  return { cookie: `${cookie?.name}=${cookie?.value}` }
}

const enter = (headers: Record<string, string>, code: string) =>
  fixtures.post('/account/api/login/code', { body: { code }, headers })

describe('the set-up', () => {
  test('counts from the first code on, stores the secret sealed, and mails the owner', async () => {
    const account = await signIn()
    const begun = (await post(account, '/account/api/two-step/begin')).json()
    expect(begun.uri).toContain(`secret=${begun.secret}`)
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Tandem:/)
    expect((await fixtures.login({ email: account.email })).json().success).toBe(true)
    expect((await post(account, '/account/api/two-step/confirm', { code: '000000' })).statusCode).toBe(422)
    const code = await codeOf(begun.secret)
    const { recovery_codes } = (await post(account, '/account/api/two-step/confirm', { code })).json()
    expect(new Set(recovery_codes).size).toBe(10)
    const { db } = fixtures.database
    const totp = await db.selectFrom('accountTotp').selectAll().where('accountId', '=', account.accountId).execute()
    expect(totp[0]?.sealedSecret.includes(begun.secret)).toBe(false)
    const codes = await db.selectFrom('recoveryCode').selectAll().where('accountId', '=', account.accountId).execute()
    expect(Buffer.concat(codes.map(({ codeHash }) => codeHash)).includes(recovery_codes[0])).toBe(false)
    expect((await fixtures.mailsTo(account.email)).at(-1)?.subject).toBe('Two-step sign-in at Tandem is on')
    expect((await post(account, '/account/api/two-step/begin')).statusCode).toBe(409)
  })

  test('needs a verified password', async () => {
    const { email } = await fixtures.makeAccount()
    const account = await fixtures.signIn(email)
    for (const call of ['begin', 'confirm', 'recovery-codes']) {
      const answer = await post(account, `/account/api/two-step/${call}`, { code: '000000' })
      expect(answer.json()).toMatchObject({ status: 403, code: 'password_required' })
    }
  })
})

describe('a login', () => {
  test('with the right password asks for the code and opens no session', async () => {
    const owner = await makeOwner()
    const answer = await fixtures.login({ email: owner.email })
    expect(answer.json()).toMatchObject({ success: false, is_register: false, needs_code: true })
    expect(answer.cookies).toHaveLength(1)
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'tandem_login_challenge', httpOnly: true, sameSite: 'Lax' })
    const minutes = ((cookie?.expires?.getTime() ?? 0) - fixtures.now.getTime()) / 60_000
    expect(Math.round(minutes)).toBe(5)
    const wrong = await fixtures.login({ email: owner.email, password: 'wrong-horse' })
    expect(wrong.json()).not.toHaveProperty('needs_code')
  })

  test('ends with a code, which works once', async () => {
    const owner = await makeOwner()
    const challenges = [await begin(owner), await begin(owner)]
    const code = await codeOf(owner.secret)
    const answers = await Promise.all(challenges.map((headers) => enter(headers, code)))
    expect(answers.filter((answer) => answer.json().success)).toHaveLength(1)
    const first = answers.findIndex((answer) => answer.json().success)
    const welcome = answers[first]
    expect(welcome?.json()).toEqual({
      success: true,
      is_register: false,
      needs_code: false,
      message: '',
      redirect_to: '/home',
    })
    const session = welcome?.cookies.find(({ name }) => name === 'tandem_session')
    expect(await fixtures.findSession(session?.value ?? '')).toMatchObject({ email: owner.email })
    const used = challenges[first] ?? {}
    expect((await enter(used, await codeOf(owner.secret, 1))).json()).toMatchObject({ success: false })
  })

  test('refuses the code of the set-up and codes of other times', async () => {
    const owner = await makeOwner()
    const headers = await begin(owner)
    for (const steps of [-1, -4, 4]) {
      const answer = await enter(headers, await codeOf(owner.secret, steps))
      expect(answer.json()).toMatchObject({ success: false, needs_code: true, message: expect.stringMatching(/code/) })
    }
  })

  test('ends with a recovery code in any spelling, which works once', async () => {
    const owner = await makeOwner()
    const [code = ''] = owner.recoveryCodes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect((await enter(await begin(owner), typed)).json().success).toBe(true)
    expect((await enter(await begin(owner), code)).json().success).toBe(false)
    const state = await fixtures.server.inject({ url: '/account/api/two-step', headers: owner.headers })
    expect(state.json()).toMatchObject({ is_on: true, recovery_codes_left: 9 })
  })

  test('takes five codes, then has to begin again', async () => {
    const owner = await makeOwner()
    const headers = await begin(owner)
    for (let count = 0; count < 5; count++) expect((await enter(headers, '000000')).json().needs_code).toBe(true)
    const answer = await enter(headers, await codeOf(owner.secret))
    expect(answer.json()).toMatchObject({ success: false, needs_code: false })
    expect((await enter(await begin(owner), await codeOf(owner.secret))).json().success).toBe(true)
  })

  test('takes ten wrong codes in a quarter of an hour, in all its challenges', async () => {
    const owner = await makeOwner()
    const statuses = []
    for (let round = 0; round < 3; round++) {
      const headers = await begin(owner)
      for (let count = 0; count < 4; count++) statuses.push((await enter(headers, '000000')).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
  })

  test('has five minutes, and none without a challenge', async () => {
    const owner = await makeOwner()
    const headers = await begin(owner)
    const { db } = fixtures.database
    const past = new Date(fixtures.now.getTime() - 1000)
    await db.updateTable('loginChallenge').set({ expiresAt: past }).where('accountId', '=', owner.accountId).execute()
    for (const sent of [headers, {}]) {
      const answer = await enter(sent, await codeOf(owner.secret))
      expect(answer.json()).toMatchObject({ success: false, needs_code: false })
    }
    await removeExpired(fixtures.system())
    expect(
      await db.selectFrom('loginChallenge').selectAll().where('accountId', '=', owner.accountId).execute(),
    ).toEqual([])
  })

  test('by a mailed link asks for the code too', async () => {
    const owner = await makeOwner()
    await fixtures.post('/account/api/password/forgot', { body: { email: owner.email } })
    const body = { token: await fixtures.lastLink(owner.email), password1: 'new-horse-1', password2: 'new-horse-1' }
    const answer = await fixtures.post('/account/api/password/reset', { body })
    expect(answer.json()).toEqual({ success: true, redirect_to: '/login-creator?code' })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['tandem_login_challenge'])
  })
})

describe('the end', () => {
  test('needs the password', async () => {
    const owner = await makeOwner()
    const end = (password: string) => post(owner, '/account/api/two-step/end', { password })
    expect((await end('wrong-horse')).statusCode).toBe(422)
    expect((await end(PASSWORD)).json()).toEqual({ success: true })
    expect((await fixtures.login({ email: owner.email })).json().success).toBe(true)
    expect((await end(PASSWORD)).statusCode).toBe(404)
  })

  test('by an operator ends the sessions of the account and mails its owner', async () => {
    const [owner, operator] = [await makeOwner(), await signIn({ role: 'operator' })]
    const url = `/api/v1/operator/accounts/${owner.accountId}/two-step/reset`
    expect((await post(owner, url)).statusCode).toBe(403)
    expect((await post(operator, url)).json()).toEqual({ success: true })
    expect((await fixtures.login({ email: owner.email })).json().success).toBe(true)
    expect((await fixtures.mailsTo(owner.email)).at(-1)?.subject).toBe('Two-step sign-in at Tandem is off')
    expect((await post(owner, '/account/api/sessions/end-others')).statusCode).toBe(401)
    expect((await post(operator, url)).statusCode).toBe(404)
  })
})

describe('calls for one account at the same time do not block each other:', () => {
  /** Begins the calls while the recovery codes of the account are locked, and returns the statuses of their answers. */
  async function getStatuses({ accountId }: Owner, calls: (() => ReturnType<typeof fixtures.post>)[]) {
    const lock = (tx: Db) =>
      tx.selectFrom('recoveryCode').select('accountId').where('accountId', '=', accountId).forUpdate().execute()
    const commands = calls.map((call) => async () => (await call()).statusCode)
    const answers = await beginWhileLocked(fixtures.database, lock, commands)
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason))
  }
  const enterFirst = async (owner: Owner) => {
    const headers = await begin(owner)
    return () => enter(headers, owner.recoveryCodes[0] ?? '')
  }
  const endWithPassword = (owner: Owner) => () => post(owner, '/account/api/two-step/end', { password: PASSWORD })

  test('a code and a login', async () => {
    const owner = await makeOwner()
    const login = () => fixtures.login({ email: owner.email })
    expect(await getStatuses(owner, [await enterFirst(owner), login])).toEqual([200, 200])
  })

  test('the end and a code', async () => {
    const owner = await makeOwner()
    expect(await getStatuses(owner, [endWithPassword(owner), await enterFirst(owner)])).toEqual([200, 200])
  })

  test('the end and new recovery codes', async () => {
    const owner = await makeOwner()
    const replace = () => post(owner, '/account/api/two-step/recovery-codes')
    expect(await getStatuses(owner, [endWithPassword(owner), replace])).toEqual([200, 409])
  })
})

test('new recovery codes replace the old ones', async () => {
  const owner = await makeOwner()
  const { recovery_codes } = (await post(owner, '/account/api/two-step/recovery-codes')).json()
  expect((await enter(await begin(owner), owner.recoveryCodes[0] ?? '')).json().success).toBe(false)
  expect((await enter(await begin(owner), recovery_codes[0])).json().success).toBe(true)
})

test('a network that requires it lets operators only set it up, and keeps it on', async () => {
  const [operator, other] = [await makeOwner({ role: 'operator' }), await signIn({ role: 'operator' })]
  const set = (by: Pick<Owner, 'headers'>, is_required: boolean) =>
    post(by, '/api/v1/operator/sign-in-policy', { is_required })
  const list = (by: Pick<Owner, 'headers'>) =>
    fixtures.server.inject({ url: '/api/v1/operator/accounts', headers: by.headers })
  expect((await set(other, true)).json()).toMatchObject({ status: 409, code: 'two_step.own_first' })
  expect((await list(other)).statusCode).toBe(200)
  expect((await set(operator, true)).json()).toEqual({ success: true })
  expect((await list(other)).json()).toMatchObject({ status: 403, code: 'two_step.set_up' })
  expect((await set(other, false)).statusCode).toBe(403)
  expect((await post(other, '/account/api/two-step/begin')).statusCode).toBe(200)
  expect((await list(operator)).statusCode).toBe(200)
  const end = await post(operator, '/account/api/two-step/end', { password: PASSWORD })
  expect(end.json()).toMatchObject({ status: 409, code: 'two_step.required' })
  expect((await set(operator, false)).json()).toEqual({ success: true })
  expect((await list(other)).statusCode).toBe(200)
})
