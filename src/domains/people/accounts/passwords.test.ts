import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { AccountsFixtures, PASSWORD } from '#test/support/accounts.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { isSoak } from '#test/support/rounds.ts'
import { compareTimes, expectWithin } from '#test/support/timing.ts'
import { createLink } from './commands/account-links.ts'
import { changePassword } from './commands/passwords.ts'
import { RESET_ADDRESS_LIMIT, RESET_ANSWER_MS } from './rules.ts'

let fixtures: AccountsFixtures

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
})

afterAll(() => fixtures.close())

describe('a forgotten password', () => {
  const forget = (email: string) => fixtures.post('/account/api/password/forgot', { body: { email } })

  test('gets the same answer for every address', async () => {
    const { email } = await fixtures.makeAccount()
    const rejected = await fixtures.makeAccount({ reviewStatus: 'rejected' })
    const answers = []
    for (const address of [email, 'nobody@example.com', rejected.email]) {
      const answer = await forget(address)
      answers.push({ status: answer.statusCode, body: answer.body, headers: { ...answer.headers, date: '' } })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual(answers[2])
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({
      success: true,
      message: "You'll receive a password reset link shortly if you are a registered user.",
    })
    expect(await fixtures.mailsTo(email)).toHaveLength(1)
    expect(await fixtures.mailsTo(rejected.email)).toHaveLength(0)
    expect(await fixtures.mailsTo('nobody@example.com')).toHaveLength(0)
  })

  test('takes at least the promised time, and so the same, for every address', async () => {
    const known = await fixtures.makeAccount()
    const rejected = await fixtures.makeAccount({ reviewStatus: 'rejected' })
    const spread = (times: Record<string, number>) =>
      Math.max(...Object.values(times)) / Math.min(...Object.values(times))
    const shortestMs = await compareTimes({
      actions: {
        known: () => forget(known.email),
        unknown: () => forget('stranger@example.com'),
        rejected: () => forget(rejected.email),
      },
      isEnough: (times) => !isSoak || spread(times) < 1.5,
      mostRounds: RESET_ADDRESS_LIMIT.max,
    })
    const times = Object.values(shortestMs)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(RESET_ANSWER_MS - 5)
    expectWithin(Math.max(...times), Math.min(...times) * 1.5)
  })

  test('is replaced through a link that works once; all sessions end and the owner is mailed', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const { token: sessionToken } = await fixtures.signIn(email)
    await fixtures.post('/account/api/password/forgot', { body: { email } })
    await fixtures.post('/account/api/password/forgot', { body: { email } })
    const token = await fixtures.lastLink(email)
    const check = () => fixtures.post('/account/api/password/link', { body: { token } })
    expect((await check()).json()).toEqual({ success: true, is_valid: true, is_first_password: false })

    const body = { token, password1: 'new-horse-1', password2: 'new-horse-1' }
    const outcomes = await Promise.all([1, 2, 3].map(() => fixtures.post('/account/api/password/reset', { body })))
    expect(outcomes.map((answer) => answer.statusCode).toSorted((one, other) => one - other)).toEqual([200, 410, 410])
    expect((await check()).json().is_valid).toBe(false)

    expect(await fixtures.findSession(sessionToken)).toBeUndefined()
    expect((await fixtures.login({ email })).json().success).toBe(false)
    expect((await fixtures.login({ email, password: 'new-horse-1' })).json().success).toBe(true)
    const mails = await fixtures.mailsTo(email)
    expect(mails.at(-1)?.subject).toBe('Your password for Tandem was changed')
    const open = await fixtures.database.db
      .selectFrom('accountToken')
      .select('usedAt')
      .where('accountId', '=', accountId)
      .where('usedAt', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('is replaced once when two links are used at the same time', async () => {
    const { accountId } = await fixtures.makeAccount()
    const makeLink = () => createLink(fixtures.system(), { accountId, kind: 'password_reset' })
    const tokens = [await makeLink(), await makeLink()].map((url) => url.split('/').at(-1) ?? '')
    const resets = tokens.map((token) => async () => {
      const body = { token, password1: 'new-horse-1', password2: 'new-horse-1' }
      return (await fixtures.post('/account/api/password/reset', { body })).statusCode
    })
    const lock = (tx: Db) => tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
    const outcomes = await beginWhileLocked(fixtures.database, lock, resets)
    expect(outcomes).toEqual([200, 410].map((value) => ({ status: 'fulfilled', value })))
  })

  test('is refused when attackers try it first, and the link still works', async () => {
    const { email } = await fixtures.makeAccount()
    await fixtures.post('/account/api/password/forgot', { body: { email } })
    const body = { token: await fixtures.lastLink(email), password1: 'password', password2: 'password' }
    const answer = await fixtures.post('/account/api/password/reset', { body })
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'password.common', field: 'password1' }])
    const better = { ...body, password1: 'new-horse-1', password2: 'new-horse-1' }
    expect((await fixtures.post('/account/api/password/reset', { body: better })).statusCode).toBe(200)
  })

  test('has a link that expires after an hour', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    await fixtures.post('/account/api/password/forgot', { body: { email } })
    const token = await fixtures.lastLink(email)
    const links = fixtures.database.db.selectFrom('accountToken').selectAll().where('accountId', '=', accountId)
    const { createdAt, expiresAt } = await links.executeTakeFirstOrThrow()
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3_600_000)
    await fixtures.database.db
      .updateTable('accountToken')
      .set({ expiresAt: new Date(fixtures.now.getTime() - 1) })
      .where('accountId', '=', accountId)
      .execute()
    const body = { token, password1: 'new-horse-1', password2: 'new-horse-1' }
    const answer = await fixtures.post('/account/api/password/reset', { body })
    expect(answer.statusCode).toBe(410)
    expect(answer.json().message).toBe('This link has been used or has expired. Please ask for a new one.')
  })

  test('is mailed to one address at most five times an hour, without a change in the answer', async () => {
    const { email } = await fixtures.makeAccount()
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => fixtures.post('/account/api/password/forgot', { body: { email } })),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(await fixtures.mailsTo(email)).toHaveLength(5)
  })

  test.each([
    [{ password1: 'short', password2: 'short' }, 'password1', 'The password must have 8 to 15 characters.'],
    [
      { password1: 'sixteen-letters-', password2: 'sixteen-letters-' },
      'password1',
      'The password must have 8 to 15 characters.',
    ],
    [{ password1: 'new-horse-1', password2: 'new-horse-2' }, 'password2', 'The two passwords are not the same.'],
  ])('refuses %j at its field', async (passwords, field, message) => {
    const answer = await fixtures.post('/account/api/password/reset', { body: { token: 'x', ...passwords } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ field, message })
  })
})

describe('a changed password', () => {
  test('needs the present password, ends all sessions and is confirmed by mail', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const { token } = await fixtures.signIn(email)
    const change = (presentPassword: string) =>
      changePassword(fixtures.system(), { accountId, presentPassword, password: 'new-horse-1' })
    await expect(change('wrong-horse')).rejects.toMatchObject({
      details: { code: 'password.wrong', field: 'password' },
    })
    await change(PASSWORD)
    expect(await fixtures.findSession(token)).toBeUndefined()
    expect((await fixtures.login({ email, password: 'new-horse-1' })).json().success).toBe(true)
    expect(await fixtures.mailsTo(email)).toHaveLength(1)
  })
})
