import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#kernel/errors.ts'
import { countFailure, forgiveFailure } from '#platform/server/limits/failure-wait.ts'
import type { FailureWait } from '#platform/server/limits/failure-wait.ts'
import { rateKey } from '#platform/server/limits/rate-key.ts'
import { AccountsFixtures, PASSWORD } from '#test/support/accounts.ts'
import { countPasswordHashes } from '#test/support/password-hashes.ts'
import { isSoak } from '#test/support/rounds.ts'
import { compareTimes, expectWithin } from '#test/support/timing.ts'
import { removeExpired } from './jobs.ts'

let fixtures: AccountsFixtures

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
})

afterAll(() => fixtures.close())

describe('login', () => {
  const incorrect = { success: false, is_register: false, message: 'Incorrect account or password information.' }
  const underReview = {
    success: false,
    is_register: true,
    message: 'This account is currently under review, please log in again later.',
  }
  const welcome = (redirect_to: string) => ({ success: true, is_register: false, message: '', redirect_to })
  test.each([
    ['publisher', 'approved', 'creator', PASSWORD, welcome('/home')],
    ['advertiser', 'approved', 'advertiser', PASSWORD, welcome('/brand')],
    ['operator', 'approved', 'creator', PASSWORD, welcome('/operator')],
    ['operator', 'approved', 'advertiser', PASSWORD, welcome('/operator')],
    ['publisher', 'approved', 'advertiser', PASSWORD, welcome('/home')],
    ['advertiser', 'approved', 'creator', PASSWORD, welcome('/brand')],
    ['publisher', 'approved', 'advertiser', 'wrong-horse', incorrect],
    ['advertiser', 'approved', 'creator', 'wrong-horse', incorrect],
    ['publisher', 'approved', 'creator', 'wrong-horse', incorrect],
    ['publisher', 'approved', 'creator', PASSWORD.toUpperCase(), incorrect],
    ['publisher', 'under_review', 'creator', PASSWORD, underReview],
    ['advertiser', 'under_review', 'advertiser', PASSWORD, underReview],
    ['publisher', 'under_review', 'creator', 'wrong-horse', incorrect],
    ['publisher', 'under_review', 'advertiser', PASSWORD, underReview],
    ['publisher', 'rejected', 'creator', PASSWORD, incorrect],
  ] as const)('%s, %s, on the login page of type %s with %s', async (...row) => {
    const [role, reviewStatus, type, password, reply] = row
    const { email } = await fixtures.makeAccount({ role, reviewStatus })
    const answer = await fixtures.login({ email, password, type })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(reply)
    expect(answer.cookies.map(({ name }) => name)).toEqual(reply.success ? ['tandem_session', 'tandem_device'] : [])
  })

  test('accepts the address in upper and lower case', async () => {
    const { email } = await fixtures.makeAccount()
    expect((await fixtures.login({ email: ` ${email.toUpperCase()} ` })).json().success).toBe(true)
  })

  test('answers an unknown address and an account without a password like a wrong password', async () => {
    const { email } = await fixtures.makeAccount()
    await fixtures.database.db.updateTable('account').set({ passwordHash: null }).where('email', '=', email).execute()
    for (const address of [email, 'nobody@example.com']) {
      const answer = await fixtures.login({ email: address, password: PASSWORD })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual(incorrect)
    }
  })

  test.each([
    [{ email: '', password: 'x', type: 'creator' }, 'email', 'This field is required.'],
    [{ email: 'not an address', password: 'x', type: 'creator' }, 'email', 'This field is required.'],
    [{ email: 'a\u0000@example.com', password: 'x', type: 'creator' }, 'email', 'Letters, digits and signs only.'],
    [{ email: 'a@example.com', password: '', type: 'creator' }, 'password', 'This field is required.'],
    [{ email: 'a@example.com', type: 'creator' }, 'password', 'This field is required.'],
  ])('refuses %j at its field', async (body, field, message) => {
    const answer = await fixtures.post('/account/api/login', { body })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, field, message })
  })

  /** Logs in with a wrong password: to an account, to an account without a password, and as a stranger. */
  async function makeWrongLogins() {
    const [{ email }, bare] = [await fixtures.makeAccount({ isHashedInFull: true }), await fixtures.makeAccount()]
    const accounts = fixtures.database.db.updateTable('account').set({ passwordHash: null })
    await accounts.where('email', '=', bare.email).execute()
    let strangers = 0
    return {
      known: () => fixtures.login({ email, password: 'wrong-horse' }),
      bare: () => fixtures.login({ email: bare.email, password: 'wrong-horse' }),
      unknown: () => fixtures.login({ email: `u${++strangers}@example.com`, password: 'wrong-horse' }),
    }
  }

  test('hashes the password for known and unknown addresses alike', async () => {
    const { known, bare, unknown } = await makeWrongLogins()
    // The first unknown address of a process also makes the hash that all of them are compared with.
    await unknown()
    for (const login of [known, bare, unknown]) expect(await countPasswordHashes(login)).toBe(1)
  })

  test.runIf(isSoak)('takes about the same time for known and unknown addresses', async () => {
    const { known, unknown } = await makeWrongLogins()
    const getRatio = (times: { known: number; unknown: number }) => times.known / times.unknown
    const shortestMs = await compareTimes({
      actions: { known, unknown },
      isEnough: (times) => getRatio(times) > 0.5 && getRatio(times) < 2,
      leastRounds: 8,
      mostRounds: 40,
    })
    expect(getRatio(shortestMs)).toBeGreaterThan(0.5)
    expect(getRatio(shortestMs)).toBeLessThan(2)
  })

  test('serves forty logins at once without delaying other requests', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => fixtures.makeAccount({ isHashedInFull: true })))
    const ip = fixtures.nextIp()
    const startedAt = performance.now()
    let answered = 0
    const logIn = async ({ email }: { email: string }) => {
      const answer = await fixtures.login({ email }, { ip })
      answered++
      return answer
    }
    const answers = Promise.all(made.map(logIn))
    expect((await fixtures.server.inject('/healthz')).statusCode).toBe(200)
    const healthMs = performance.now() - startedAt
    expect(answered).toBeLessThan(made.length / 4)
    expect((await answers).every((answer) => answer.json().success === true)).toBe(true)
    expectWithin(healthMs, (performance.now() - startedAt) / 4)
  })
})

describe('the session cookie', () => {
  test('cannot be read by scripts, stays on this site, and is stored as a hash only', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const [cookie] = (await fixtures.login({ email })).cookies
    expect(cookie).toMatchObject({ name: 'tandem_session', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    const rows = await fixtures.database.db
      .selectFrom('session')
      .selectAll()
      .where('accountId', '=', accountId)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.tokenHash.toString('base64url')).not.toBe(cookie?.value)
    const expiresMs = rows[0]?.expiresAt.getTime() ?? 0
    expect(cookie?.expires?.getTime()).toBe(Math.floor(expiresMs / 1000) * 1000)
  })

  test('changes with every login, and the previous session ends', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const { token, headers } = await fixtures.signIn(email)
    await fixtures.login({ email }, { headers })
    const rows = await fixtures.database.db
      .selectFrom('session')
      .select('tokenHash')
      .where('accountId', '=', accountId)
      .execute()
    expect(rows).toHaveLength(1)
    expect(await fixtures.findSession(token)).toBeUndefined()
  })

  test('expires after 30 days even in use, and the job removes its row', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const { token } = await fixtures.signIn(email)
    const inDays = (count: number) => new Date(fixtures.now.getTime() + count * 86_400_000)
    await fixtures.database.db
      .updateTable('session')
      .set({ lastUsedAt: inDays(28) })
      .where('accountId', '=', accountId)
      .execute()
    expect(await fixtures.findSession(token, inDays(29))).toMatchObject({ accountId, role: 'publisher' })
    expect(await fixtures.findSession(token, inDays(31))).toBeUndefined()
    await removeExpired(fixtures.system(inDays(31)))
    expect(
      await fixtures.database.db.selectFrom('session').where('accountId', '=', accountId).selectAll().execute(),
    ).toEqual([])
  })

  test('is cleared by the logout, which also ends the session', async () => {
    const { email } = await fixtures.makeAccount()
    const { token, headers } = await fixtures.signIn(email)
    const answer = await fixtures.post('/account/api/logout', { headers })
    expect(answer.json()).toEqual({ success: true })
    expect(answer.cookies[0]).toMatchObject({ name: 'tandem_session', value: '' })
    expect(await fixtures.findSession(token)).toBeUndefined()
    expect((await fixtures.post('/account/api/logout')).statusCode).toBe(200)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'is not given to %j',
    async (headers) => {
      const { email } = await fixtures.makeAccount()
      const answer = await fixtures.login({ email }, { headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.cookies).toEqual([])
    },
  )
})

describe('failed logins', () => {
  /** Lets everything that has failed wait a minute, as after many failures. */
  const holdAllBack = () =>
    fixtures.database.db
      .updateTable('failureWait')
      .set({ failures: 1000, nextAt: new Date(fixtures.now.getTime() + 60_000) })
      .execute()

  test('are limited per e-mail address and IP prefix, while the owner can log in from elsewhere', async () => {
    const { email } = await fixtures.makeAccount()
    const ip = fixtures.nextIp()
    const statuses = []
    for (let count = 0; count < 11; count++) {
      statuses.push((await fixtures.login({ email, password: 'wrong-horse' }, { ip })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    const refused = await fixtures.login({ email }, { ip })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await fixtures.login({ email })).json().success).toBe(true)
  })

  test('make the next one wait, longer after each, and the wait ends by itself', async () => {
    const { email } = await fixtures.makeAccount()
    const waits: FailureWait[] = [{ key: rateKey(Buffer.alloc(32), 'test', email), freeFailures: 2, maxSeconds: 5 }]
    const at = (seconds: number) => fixtures.system(new Date(1_800_000_000_000 + seconds * 1000))
    const fail = (seconds: number) =>
      countFailure(at(seconds), waits).then(
        () => 0,
        (error: unknown) => (error as Refusal).details.retryAfterSeconds,
      )
    const outcomes = []
    for (const second of [0, 0, 0, 1, 1, 3, 4, 8, 12]) outcomes.push(await fail(second))
    // Two failures are free. The waits are 1, 2, 4 and then at most 5 seconds; attempts that wait do not count.
    expect(outcomes).toEqual([0, 0, 1, 0, 2, 0, 3, 0, 1])
    await forgiveFailure(at(13), waits)
    expect(await fail(13)).toBe(0)
    expect(await fail(3700)).toBe(0)
    expect(await fail(3700)).toBe(0)
  })

  test('of strangers do not let a browser wait in which the account has logged in', async () => {
    const { email } = await fixtures.makeAccount()
    const [, device] = (await fixtures.login({ email })).cookies
    const headers = { cookie: `tandem_device=${device?.value}` }
    await fixtures.login({ email, password: 'wrong-horse' })
    await holdAllBack()
    const stranger = await fixtures.login({ email })
    expect([stranger.statusCode, stranger.json().code]).toEqual([429, 'too_many_failures'])
    expect((await fixtures.login({ email }, { headers })).json().success).toBe(true)

    const other = await fixtures.makeAccount()
    await fixtures.login({ email: other.email, password: 'wrong-horse' })
    await holdAllBack()
    expect((await fixtures.login({ email: other.email }, { headers })).statusCode).toBe(429)
  })

  test('from an address that all visitors share do not let a known browser wait', async () => {
    const { email } = await fixtures.makeAccount()
    const [, device] = (await fixtures.login({ email })).cookies
    const ip = fixtures.nextIp()
    await fixtures.login({ email: 'nobody@example.com', password: 'wrong-horse' }, { ip })
    await holdAllBack()
    expect((await fixtures.login({ email }, { ip })).statusCode).toBe(429)
    const headers = { cookie: `tandem_device=${device?.value}` }
    expect((await fixtures.login({ email }, { ip, headers })).json().success).toBe(true)
  })

  test('do not concern a browser for a year after each login', async () => {
    const { email } = await fixtures.makeAccount()
    const [, first] = (await fixtures.login({ email })).cookies
    const headers = { cookie: `tandem_device=${first?.value}` }
    const [, again] = (await fixtures.login({ email }, { headers })).cookies
    expect(again).toMatchObject({ name: 'tandem_device', value: first?.value })
    expect(((again?.expires?.getTime() ?? 0) - fixtures.now.getTime()) / 86_400_000).toBeCloseTo(365, 1)
  })

  test('never block the reset by mail', async () => {
    const { email } = await fixtures.makeAccount()
    await fixtures.login({ email, password: 'wrong-horse' })
    await holdAllBack()
    expect((await fixtures.login({ email })).statusCode).toBe(429)
    await fixtures.post('/account/api/password/forgot', { body: { email } })
    const body = { token: await fixtures.lastLink(email), password1: 'new-horse-1', password2: 'new-horse-1' }
    const answer = await fixtures.post('/account/api/password/reset', { body })
    expect(answer.json()).toEqual({ success: true, redirect_to: '/home' })
    expect(await fixtures.findSession(answer.cookies[0]?.value ?? '')).toMatchObject({ email })
  })

  test('are not counted after a success', async () => {
    const { email } = await fixtures.makeAccount()
    const ip = fixtures.nextIp()
    for (let count = 0; count < 25; count++) expect((await fixtures.login({ email }, { ip })).json().success).toBe(true)
  })

  test('leave no address and no e-mail in the limits', async () => {
    const rows = await fixtures.database.db.selectFrom('failureWait').select('key').execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:([\w-]{22}|\d+)$/)
  })
})
