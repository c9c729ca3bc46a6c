import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountsFixtures, PASSWORD } from '#test/support/accounts.ts'
import type { AccountOptions } from '#test/support/accounts.ts'
import { csrfToken } from '#platform/server/http/csrf.ts'
import { createTestSealing, loadTestSecrets } from '#test/support/sealing.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { removeExpired } from './jobs.ts'
import { noteSessionUse } from './commands/sessions.ts'
import { securityRoutes } from './routes/security-routes.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'
const NEW_PASSWORD = 'new-horse-1'

let fixtures: AccountsFixtures
let csrfKey: Buffer

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
  csrfKey = (await loadTestSecrets(fixtures.database.db)).csrf
})

afterAll(() => fixtures.close())

async function signIn(options: AccountOptions = {}) {
  const account = await fixtures.makeAccount(options)
  return { ...account, ...(await fixtures.signIn(account.email)) }
}

type Session = { token: string; headers: Record<string, string> }

/** The token of the session's forms. */
const csrfOf = (session: string) => csrfToken(csrfKey, { csrf: 'csrf-cookie', session })

const get = (session: Session, url: string) => fixtures.server.inject({ url, headers: session.headers })
const post = (session: Session, url: string, body: object = {}) =>
  fixtures.post(url, { body, headers: session.headers })

describe('POST /api/v1/account/publishers/me/password', () => {
  function change(session: Session, fields: Record<string, string>, token = csrfOf(session.token)) {
    const boundary = 'a-boundary'
    const parts = Object.entries({ ...fields, csrfmiddlewaretoken: token }).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    return fixtures.server.inject({
      method: 'POST',
      url: '/api/v1/account/publishers/me/password',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: `${session.headers['cookie']}; tandem_csrf=csrf-cookie`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `${parts.join('')}--${boundary}--\r\n`,
    })
  }

  test('changes the password, ends all sessions, clears the cookie and mails the owner', async () => {
    const session = await signIn()
    const other = await fixtures.signIn(session.email)
    const answer = await change(session, { password: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD })
    expect(answer.json()).toEqual({ success: true, message: expect.stringMatching(/changed/) })
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'tandem_session', value: '' }))
    for (const { token } of [session, other]) expect(await fixtures.findSession(token)).toBeUndefined()
    expect((await fixtures.login({ email: session.email, password: NEW_PASSWORD })).json().success).toBe(true)
    expect((await fixtures.mailsTo(session.email)).at(-1)?.subject).toMatch(/password .* was changed/)
  })

  const differ = { code: 'account.50', message: 'The two passwords are not the same.' }
  const length = { code: 'account.51', message: 'Each password has 8 to 15 characters.' }
  test.each([
    [{ password: PASSWORD, password1: NEW_PASSWORD, password2: 'new-horse-2' }, 'password2', differ],
    [{ password: 'short', password1: NEW_PASSWORD, password2: NEW_PASSWORD }, 'password', length],
    [{ password: PASSWORD, password1: 'short', password2: 'short' }, 'password1', length],
    [{ password: PASSWORD, password1: 'sixteen-letters-', password2: 'sixteen-letters-' }, 'password1', length],
    [{ password: PASSWORD, password1: NEW_PASSWORD }, 'password2', length],
    [
      { password: 'wrong-horse', password1: NEW_PASSWORD, password2: NEW_PASSWORD },
      'password',
      { message: 'The current password is not correct.' },
    ],
  ])('refuses %j at its field and changes nothing', async (fields, field, error) => {
    const session = await signIn()
    const answer = await change(session, fields)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ success: false, field, ...error })
    expect(await fixtures.findSession(session.token)).toBeDefined()
    expect((await fixtures.login({ email: session.email })).json().success).toBe(true)
  })

  test('refuses a wrong CSRF token and that of another session with 403, and changes nothing', async () => {
    const session = await signIn()
    const fields = { password: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD }
    const stranger = await signIn()
    for (const token of ['forged', csrfOf(stranger.token), csrfOf('')]) {
      expect((await change(session, fields, token)).statusCode).toBe(403)
    }
    expect((await fixtures.login({ email: session.email })).json().success).toBe(true)
  })

  test('is for publishers; the other roles have a call of their own', async () => {
    const session = await signIn({ role: 'operator' })
    const fields = { password: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD }
    expect((await change(session, fields)).statusCode).toBe(403)
    expect((await post(session, '/account/api/password/change', fields)).json().success).toBe(true)
    expect(await fixtures.findSession(session.token)).toBeUndefined()
  })
})

describe('a verified password', () => {
  test('is noted in the session of the request only', async () => {
    const session = await signIn()
    const other = await fixtures.signIn(session.email)
    const longAgo = new Date(fixtures.now.getTime() - 3_600_000)
    const { db } = fixtures.database
    await db.updateTable('session').set({ passwordVerifiedAt: longAgo }).execute()
    const answer = await post(session, '/account/api/password/verify', { password: PASSWORD })
    const until = Date.parse(answer.json().verified_until)
    expect(until - fixtures.now.getTime()).toBe(300_000)
    const verifiedAt = (await fixtures.findSession(session.token))?.passwordVerifiedAt
    expect(verifiedAt?.getTime()).toBe(until - 300_000)
    expect((await fixtures.findSession(other.token))?.passwordVerifiedAt).toEqual(longAgo)
  })

  test('is refused when it is wrong, ten times in a quarter of an hour', async () => {
    const session = await signIn()
    const statuses = []
    for (let count = 0; count < 11; count++) {
      statuses.push((await post(session, '/account/api/password/verify', { password: 'wrong-horse' })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })

  test('is not that of the login: a new session is asked, and counts what is entered for five minutes', async () => {
    const session = await signIn()
    const begin = () => post(session, '/account/api/two-step/begin')
    expect((await begin()).json()).toMatchObject({ code: 'password_required' })
    await post(session, '/account/api/password/verify', { password: PASSWORD })
    expect((await begin()).statusCode).toBe(200)
    const passwordVerifiedAt = new Date(fixtures.now.getTime() - 300_000)
    await fixtures.database.db.updateTable('session').set({ passwordVerifiedAt }).execute()
    expect((await begin()).json()).toMatchObject({ code: 'password_required' })
  })
})

describe('sessions', () => {
  test('are listed with device, IP prefix, times and the present one', async () => {
    const session = await signIn()
    // Of two headers of a proxy only X-Forwarded-For counts.
    const headers = { 'user-agent': CHROME, forwarded: 'for=198.51.100.7' }
    await fixtures.login({ email: session.email }, { headers, ip: '203.0.113.9' })
    const { sessions } = (await get(session, '/account/api/sessions')).json()
    const iso = expect.stringMatching(/^\d{4}-.*Z$/)
    const times = { session_id: expect.any(Number), created_at: iso, last_used_at: iso }
    const chrome = { browser: 'Chrome 126', system: 'Windows 10', device: 'desktop' }
    expect(sessions).toHaveLength(2)
    expect(sessions).toContainEqual({
      ...times,
      ...chrome,
      ip_prefix: '203.0.113.0/24',
      country: 'Germany',
      is_current: false,
    })
    expect(sessions).toContainEqual(expect.objectContaining({ country: null, is_current: true }))
    expect(JSON.stringify(sessions)).not.toContain('203.0.113.9')
  })

  test('end one by one; the session of another account looks like one that does not exist', async () => {
    const [session, stranger] = [await signIn(), await signIn()]
    const other = await fixtures.signIn(session.email)
    const id = (await fixtures.findSession(other.token))?.sessionId
    const end = (owner: Session, sessionId: unknown) => post(owner, `/account/api/sessions/${String(sessionId)}/end`)
    const [foreign, unknown] = [await end(stranger, id), await end(stranger, 999_999)]
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(unknown.body)
    expect(await fixtures.findSession(other.token)).toBeDefined()
    expect((await end(session, id)).json()).toEqual({ success: true })
    expect(await fixtures.findSession(other.token)).toBeUndefined()
  })

  test('all others end at once', async () => {
    const [session, stranger] = [await signIn(), await signIn()]
    const others = [await fixtures.signIn(session.email), await fixtures.signIn(session.email)]
    expect((await post(session, '/account/api/sessions/end-others')).json()).toEqual({ success: true, ended: 2 })
    for (const { token } of others) expect(await fixtures.findSession(token)).toBeUndefined()
    for (const { token } of [session, stranger]) expect(await fixtures.findSession(token)).toBeDefined()
  })

  test('all end at once, the present one too', async () => {
    const session = await signIn()
    const other = await fixtures.signIn(session.email)
    const answer = await post(session, '/account/api/sessions/end-all')
    expect(answer.json()).toEqual({ success: true, ended: 2 })
    expect(answer.cookies).toContainEqual(expect.objectContaining({ name: 'tandem_session', value: '' }))
    for (const { token } of [session, other]) expect(await fixtures.findSession(token)).toBeUndefined()
    const { db } = fixtures.database
    const lines = db.selectFrom('auditLine').select('details').where('target', '=', `account:${session.accountId}`)
    expect(await lines.where('action', '=', 'account.end-all-sessions').execute()).toEqual([{ details: { count: 2 } }])
  })

  test('stay open when an account without one of them wants to end the others', async () => {
    const { accountId, email, token } = await signIn()
    const { db } = fixtures.database
    const sealing = await createTestSealing(db)
    const findCountry = () => null
    const settings = { sealing, findCountry, addressKey: Buffer.alloc(32), mailboxToken: undefined }
    const server = await createTestServer(db, securityRoutes(settings))
    const as = { kind: 'account', role: 'publisher', displayName: 'Ada', accountId, email } as const
    expect((await server.post('/account/api/sessions/end-others', { as })).statusCode).toBe(403)
    expect(await fixtures.findSession(token)).toBeDefined()
    await server.close()
  })

  test('are twenty at most; a further login ends the one that was used least recently', async () => {
    const session = await signIn()
    const { accountId } = session
    const { db } = fixtures.database
    const ages = Array.from({ length: 19 }, (_, index) => new Date(fixtures.now.getTime() - (index + 1) * 60_000))
    const rows = ages.map((lastUsedAt, index) => ({
      tokenHash: Buffer.alloc(32, `${accountId} ${index}`),
      accountId,
      createdAt: lastUsedAt,
      expiresAt: new Date(fixtures.now.getTime() + 86_400_000),
      lastUsedAt,
    }))
    await db.insertInto('session').values(rows).execute()
    await Promise.all([fixtures.signIn(session.email), fixtures.signIn(session.email)])
    const kept = await db.selectFrom('session').select('lastUsedAt').where('accountId', '=', accountId).execute()
    expect(kept).toHaveLength(20)
    expect(Math.min(...kept.map(({ lastUsedAt }) => lastUsedAt.getTime()))).toBe(ages.at(-3)?.getTime())
    expect(await fixtures.findSession(session.token)).toBeDefined()
  })

  test.each([
    ['publisher', 14 * 24],
    ['advertiser', 14 * 24],
    ['operator', 12],
  ] as const)('of a %s end after %i hours without use, and the job removes their rows', async (role, hours) => {
    const account = await fixtures.makeAccount({ role })
    const { accountId } = account
    const type = role === 'advertiser' ? 'advertiser' : 'creator'
    const token = (await fixtures.login({ email: account.email, type })).cookies[0]?.value ?? ''
    const inHours = (count: number) => new Date(fixtures.now.getTime() + count * 3_600_000)
    expect(await fixtures.findSession(token, inHours(hours - 0.1))).toMatchObject({ accountId })
    expect(await fixtures.findSession(token, inHours(hours + 0.1))).toBeUndefined()
    const rows = () =>
      fixtures.database.db.selectFrom('session').select('id').where('accountId', '=', accountId).execute()
    await removeExpired(fixtures.system(inHours(hours - 0.1)))
    expect(await rows()).toHaveLength(1)
    await removeExpired(fixtures.system(inHours(hours + 0.1)))
    expect(await rows()).toEqual([])
  })

  test('store their use at most once in five minutes', async () => {
    const { token } = await signIn()
    const ctx = (minutes: number) => fixtures.system(new Date(fixtures.now.getTime() + minutes * 60_000))
    const read = async () => {
      const session = await fixtures.findSession(token)
      if (!session) throw new Error('The session has ended.')
      return session
    }
    const atLogin = await read()
    await noteSessionUse(ctx(4), atLogin)
    expect((await read()).lastUsedAt).toEqual(atLogin.lastUsedAt)
    const later = ctx(6)
    await noteSessionUse(later, atLogin)
    expect((await read()).lastUsedAt).toEqual(later.now)
  })
})

test.each(['/account/api/sessions'])('a visitor is asked to log in: GET %s', async (url) => {
  expect((await fixtures.server.inject({ url })).statusCode).toBe(401)
})
