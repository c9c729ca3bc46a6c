import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountsFixtures } from '#test/support/accounts.ts'
import { createAccount } from './commands/create-account.ts'
import { createOperator } from './commands/create-operator.ts'
import { decideReview } from './commands/decide-review.ts'

let fixtures: AccountsFixtures

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
})

afterAll(() => fixtures.close())

describe('the review', () => {
  test('approves an account: its owner is mailed and may log in', async () => {
    const { email, accountId } = await fixtures.makeAccount({ reviewStatus: 'under_review' })
    const operator = await fixtures.makeAccount({ role: 'operator' })
    const { headers } = await fixtures.signIn(operator.email)
    const url = `/api/v1/operator/accounts/${accountId}/review`
    const answer = await fixtures.post(url, { headers, body: { decision: 'approved', note: 'Looks good' } })
    expect(answer.json()).toEqual({ success: true, review_status: 'approved' })
    expect((await fixtures.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Welcome to Tandem'])
    expect((await fixtures.login({ email })).json().success).toBe(true)
    expect((await fixtures.post(url, { headers, body: { decision: 'approved' } })).statusCode).toBe(409)

    const list = await fixtures.server.inject({
      url: `/api/v1/operator/accounts?search=${email.toUpperCase()}`,
      headers,
    })
    expect(list.json()).toMatchObject({
      count: 1,
      accounts: [{ email, review_status: 'approved', review_note: 'Looks good', reviewed_by: 'Ada' }],
    })
    const lines = await fixtures.database.db
      .selectFrom('auditLine')
      .select(['action', 'actorAccountId'])
      .where('target', '=', `account:${accountId}`)
      .where('action', 'like', 'account.a%')
      .execute()
    expect(lines).toEqual([{ action: 'account.approve', actorAccountId: operator.accountId }])
  })

  test('rejects an account: its sessions end', async () => {
    const { email, accountId } = await fixtures.makeAccount()
    const { token } = await fixtures.signIn(email)
    await decideReview(fixtures.system(), { accountId, decision: 'rejected', isOwnerMailed: true })
    expect(await fixtures.findSession(token)).toBeUndefined()
    expect((await fixtures.login({ email })).json().message).toBe('Incorrect account or password information.')
    expect((await fixtures.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Your account at Tandem'])
  })

  test('does not apply to operators, and only operators may decide', async () => {
    const operator = await fixtures.makeAccount({ role: 'operator' })
    const decision = decideReview(fixtures.system(), { accountId: operator.accountId, decision: 'rejected' })
    await expect(decision).rejects.toMatchObject({ details: { code: 'account.operator' } })
    const publisher = await fixtures.makeAccount()
    const { headers } = await fixtures.signIn(publisher.email)
    const url = `/api/v1/operator/accounts/${publisher.accountId}/review`
    expect((await fixtures.post(url, { headers, body: { decision: 'rejected' } })).statusCode).toBe(403)
    expect((await fixtures.post(url, { body: { decision: 'rejected' } })).statusCode).toBe(401)
  })

  test('lists by role, status and any part of name or e-mail, and takes wildcards literally', async () => {
    const operator = await fixtures.makeAccount({ role: 'operator' })
    const { headers } = await fixtures.signIn(operator.email)
    const list = async (query: string) =>
      (await fixtures.server.inject({ url: `/api/v1/operator/accounts?${query}`, headers })).json()
    const waiting = await fixtures.makeAccount({ role: 'advertiser', reviewStatus: 'under_review' })
    const found = await list('role=advertiser&status=under_review&page_size=50')
    expect(found.accounts.map((item: { email: string }) => item.email)).toContain(waiting.email)
    expect((await list('search=%25')).count).toBe(0)
    expect((await list('search=_')).count).toBe(0)
  })
})

describe('operators', () => {
  test('are created once; a second call only makes another link', async () => {
    const email = 'new-operator@example.com'
    const first = await createOperator(fixtures.system(), { email: email.toUpperCase() })
    expect(first.isNew).toBe(true)
    const second = await createOperator(fixtures.system(), { email })
    expect(second.isNew).toBe(false)
    expect(await fixtures.mailsTo(email)).toHaveLength(2)
    const token = second.url.split('/').at(-1) ?? ''
    expect((await fixtures.post('/account/api/password/link', { body: { token } })).json().is_first_password).toBe(true)
    const body = { token, password1: 'new-horse-1', password2: 'new-horse-1' }
    expect((await fixtures.post('/account/api/password/reset', { body })).json().redirect_to).toBe('/operator')
  })

  test('are not created from the address of a publisher, nor from an invalid one', async () => {
    const { email } = await fixtures.makeAccount()
    await expect(createOperator(fixtures.system(), { email })).rejects.toMatchObject({
      details: { code: 'account.exists' },
    })
    await expect(createOperator(fixtures.system(), { email: 'root' })).rejects.toMatchObject({
      details: { field: 'email' },
    })
  })
})

describe('an account', () => {
  test('exists once per address, in upper or lower case', async () => {
    const { email } = await fixtures.makeAccount()
    const again = createAccount(fixtures.system(), {
      email: email.toUpperCase(),
      role: 'advertiser',
      displayName: 'Bo',
      reviewStatus: 'approved',
    })
    await expect(again).rejects.toMatchObject({ details: { code: 'account.exists', status: 409 } })
  })

  test('leaves no password and no e-mail in the audit lines', async () => {
    const lines = await fixtures.database.db.selectFrom('auditLine').select(['target', 'details']).execute()
    expect(JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      '@',
    )
  })
})
