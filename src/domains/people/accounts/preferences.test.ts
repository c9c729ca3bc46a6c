import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICES } from '#kernel/notices.ts'
import { AccountsFixtures } from '#test/support/accounts.ts'

let fixtures: AccountsFixtures

beforeAll(async () => {
  fixtures = await AccountsFixtures.create()
})

afterAll(() => fixtures.close())

const url = '/account/api/preferences'

test.each(['publisher', 'advertiser', 'operator'] as const)('a %s chooses language and mails', async (role) => {
  const { email } = await fixtures.makeAccount({ role })
  const type = role === 'advertiser' ? 'advertiser' : 'creator'
  const headers = { cookie: `tandem_session=${(await fixtures.login({ email, type })).cookies[0]?.value}` }
  const read = async () => (await fixtures.server.inject({ url, headers })).json()
  expect(await read()).toEqual({ success: true, locale: 'en', muted_notices: [], has_shortcuts: true })
  const body = { locale: 'zh', muted_notices: [...NOTICES[role]], has_shortcuts: false }
  expect((await fixtures.post(url, { headers, body })).json()).toEqual({ success: true })
  expect(await read()).toEqual({ success: true, ...body })
  const unknown = await fixtures.post(url, { headers, body: { ...body, muted_notices: ['sign_ins'] } })
  expect(unknown.statusCode).toBe(422)
  const wrong = await fixtures.post(url, { headers, body: { ...body, locale: 'fr' } })
  expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'locale'])
  expect(await read()).toEqual({ success: true, ...body })

  await fixtures.post('/account/api/password/forgot', { body: { email } })
  expect((await fixtures.mailsTo(email)).at(-1)?.subject).toBe('为您的 Tandem 账户设置新密码')
})
