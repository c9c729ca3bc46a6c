import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountsWorld, branding } from '#test/support/accounts.ts'
import { createAccount } from './commands/create-account.ts'
import { createOperator } from './commands/create-operator.ts'
import { decideReview } from './commands/decide-review.ts'

let world: AccountsWorld

beforeAll(async () => {
  world = await AccountsWorld.create()
})

afterAll(() => world.close())

describe('the review', () => {
  test('approves an account: its owner is mailed and may log in', async () => {
    const { email, accountId } = await world.makeAccount({ reviewStatus: 'under_review' })
    const operator = await world.makeAccount({ role: 'operator' })
    const { headers } = await world.signIn(operator.email)
    const url = `/api/v1/operator/accounts/${accountId}/review`
    const answer = await world.post(url, { headers, body: { decision: 'approved', note: 'Looks good' } })
    expect(answer.json()).toEqual({ success: true, review_status: 'approved' })
    expect((await world.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Welcome to Tandem'])
    expect((await world.login({ email })).json().success).toBe(true)
    expect((await world.post(url, { headers, body: { decision: 'approved' } })).statusCode).toBe(409)

    const list = await world.server.inject({ url: `/api/v1/operator/accounts?search=${email.toUpperCase()}`, headers })
    expect(list.json()).toMatchObject({
      count: 1,
      accounts: [{ email, review_status: 'approved', review_note: 'Looks good', reviewed_by: 'Ada' }],
    })
    const lines = await world.database.db
      .selectFrom('auditLine')
      .select(['action', 'actorAccountId'])
      .where('target', '=', `account:${accountId}`)
      .where('action', 'like', 'account.a%')
      .execute()
    expect(lines).toEqual([{ action: 'account.approve', actorAccountId: operator.accountId }])
  })

  test('rejects an account: its sessions end', async () => {
    const { email, accountId } = await world.makeAccount()
    const { token } = await world.signIn(email)
    await decideReview(world.system(), { accountId, decision: 'rejected', branding })
    expect(await world.findSession(token)).toBeUndefined()
    expect((await world.login({ email })).json().message).toBe('Incorrect account or password information.')
    expect((await world.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Your account at Tandem'])
  })

  test('does not apply to operators, and only operators may decide', async () => {
    const operator = await world.makeAccount({ role: 'operator' })
    const decision = decideReview(world.system(), { accountId: operator.accountId, decision: 'rejected' })
    await expect(decision).rejects.toMatchObject({ details: { code: 'account.operator' } })
    const publisher = await world.makeAccount()
    const { headers } = await world.signIn(publisher.email)
    const url = `/api/v1/operator/accounts/${publisher.accountId}/review`
    expect((await world.post(url, { headers, body: { decision: 'rejected' } })).statusCode).toBe(403)
    expect((await world.post(url, { body: { decision: 'rejected' } })).statusCode).toBe(401)
  })

  test('lists by role, status and any part of name or e-mail, and takes wildcards literally', async () => {
    const operator = await world.makeAccount({ role: 'operator' })
    const { headers } = await world.signIn(operator.email)
    const list = async (query: string) =>
      (await world.server.inject({ url: `/api/v1/operator/accounts?${query}`, headers })).json()
    const waiting = await world.makeAccount({ role: 'advertiser', reviewStatus: 'under_review' })
    const found = await list('role=advertiser&status=under_review&page_size=50')
    expect(found.accounts.map((item: { email: string }) => item.email)).toContain(waiting.email)
    expect((await list('search=%25')).count).toBe(0)
    expect((await list('search=_')).count).toBe(0)
  })
})

describe('operators', () => {
  test('are created once; a second call only makes another link', async () => {
    const email = 'new-operator@example.com'
    const first = await createOperator(world.system(), { email: email.toUpperCase(), branding })
    expect(first.isNew).toBe(true)
    const second = await createOperator(world.system(), { email, branding })
    expect(second.isNew).toBe(false)
    expect(await world.mailsTo(email)).toHaveLength(2)
    const token = second.url.split('/').at(-1) ?? ''
    expect((await world.post('/account/api/password/link', { body: { token } })).json().is_first_password).toBe(true)
    const body = { token, password1: 'new-horse-1', password2: 'new-horse-1' }
    expect((await world.post('/account/api/password/reset', { body })).json().redirect_to).toBe('/operator')
  })

  test('are not created from the address of a publisher, nor from an invalid one', async () => {
    const { email } = await world.makeAccount()
    await expect(createOperator(world.system(), { email, branding })).rejects.toMatchObject({
      details: { code: 'account.exists' },
    })
    await expect(createOperator(world.system(), { email: 'root', branding })).rejects.toMatchObject({
      details: { field: 'email' },
    })
  })
})

describe('an account', () => {
  test('exists once per address, in upper or lower case', async () => {
    const { email } = await world.makeAccount()
    const again = createAccount(world.system(), {
      email: email.toUpperCase(),
      role: 'advertiser',
      displayName: 'Bo',
      reviewStatus: 'approved',
    })
    await expect(again).rejects.toMatchObject({ details: { code: 'account.exists', status: 409 } })
  })

  test('leaves no password and no e-mail in the audit lines', async () => {
    const lines = await world.database.db.selectFrom('auditLine').select(['target', 'details']).execute()
    expect(JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      '@',
    )
  })
})
