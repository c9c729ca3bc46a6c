import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeRoutes } from '#app/endpoints.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { readConfig } from '#platform/server/config.ts'
import { createTestDatabase } from './support/database.ts'
import { createTestSealing, loadTestSecrets } from './support/sealing.ts'
import { createTestServer } from './support/test-server.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const keys = { secrets: await loadTestSecrets(db), sealing: await createTestSealing(db) }
  server = await createTestServer(db, composeRoutes(readConfig({}), { ...keys, findCountry: () => null }))
})

afterAll(async () => {
  await server.close()
  await database.close()
})

const own = { kind: 'account', email: 'a@example.com', displayName: 'A' } as const
const actors = {
  operator: { ...own, accountId: 1n, role: 'operator' },
  publisher: { ...own, accountId: 2n, role: 'publisher', publisherId: 2n },
  advertiser: { ...own, accountId: 3n, role: 'advertiser' },
} satisfies Record<string, AccountActor>

const wrongLogin = { email: 'nobody@example.com', password: 'wrong-one', type: 'creator' }
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'

interface TestCall {
  method?: 'GET'
  as?: keyof typeof actors
  json?: unknown
  form?: Record<string, string>
}

type Case = [url: string, call: TestCall, english: string, chinese: string]

const cases: Case[] = [
  ['/account/api/login', { json: wrongLogin }, 'Incorrect account or password information.', '账户或密码不正确。'],
  ['/account/api/login', { json: {} }, 'This field is required.', '此项为必填项。'],
  [
    '/account/api/login',
    { json: { ...wrongLogin, type: 'x' } },
    'Please choose one of: creator, advertiser.',
    '请选择以下之一：creator, advertiser。',
  ],
  [
    '/account/api/password/forgot',
    { json: { email: 'x' } },
    'Valid email address is required',
    '请输入有效的电子邮箱地址。',
  ],
  [
    '/api/v1/account/publishers',
    { form: { email: 'a@example.com', password1: 'a', password2: 'b' } },
    'Please enter the same password twice.',
    '请两次输入相同的密码。',
  ],
  [`/api/v1/account/publishers/${uuid}/profilepart1`, { form: {} }, 'Please fill in: Site name.', '请填写：网站名称。'],
  ['/api/v1/operator/advertisers', { json: {} }, 'Please log in first.', '请先登录。'],
  [
    '/api/v1/operator/advertisers',
    { as: 'publisher', json: {} },
    'Your account has no access to this.',
    '您的账户无权进行此操作。',
  ],
  [
    '/api/v1/operator/advertisers',
    { as: 'operator', json: { name: 'A', website: 'x' } },
    'An address that begins with https:// or http://.',
    '请填写以 https:// 或 http:// 开头的网址。',
  ],
  [
    '/api/v1/brand/secrets',
    { as: 'advertiser', json: {} },
    'Your account is not connected to an advertiser yet. Please contact us.',
    '您的账户尚未关联广告主，请联系我们。',
  ],
  [
    '/api/v1/operator/programs/1/terms',
    { as: 'operator', json: { window_days: 5000 } },
    'A whole number from 0 to 999.',
    '请填写 0 至 999 之间的整数。',
  ],
  [
    '/api/v1/account/publishers/me/sites',
    {
      as: 'publisher',
      form: { site_url: 'http://10.0.0.1', site_name: 'A', content_categories: '1', audience_countries: '1' },
    },
    'Please enter a valid public web address, such as https://example.com.',
    '请输入有效的公开网址，例如 https://example.com。',
  ],
  [
    '/api/v1/operator/transactions/decide',
    { as: 'operator', json: { transactions: [], status: 'CONFIRMED' } },
    'Choose at least one transaction.',
    '请至少选择一笔交易。',
  ],
  [
    '/api/v1/transaction/list?begin=2026-01-02&end=2026-01-01',
    { as: 'publisher', method: 'GET' },
    'The begin lies after the end.',
    '起始日期晚于结束日期。',
  ],
  [
    '/api/v1/report/publishers/me/performance?page_size=7',
    { as: 'publisher', method: 'GET' },
    'page_size is one of 20, 30, 50.',
    'page_size 须为 20, 30, 50 之一。',
  ],
  [
    `/api/v1/account/publishers/me/link?id=${'x'.repeat(65)}`,
    { as: 'publisher', method: 'GET' },
    'At most 64 characters.',
    '最多 64 个字符。',
  ],
  [
    '/api/v1/nothing',
    { method: 'GET' },
    'This was not found. It may have been removed since.',
    '未找到此内容，可能已被移除。',
  ],
  ['/account/api/login', { form: {} }, 'This call takes JSON.', '此接口只接受 JSON。'],
]

test.each(cases)(
  '%s answers %j in the language of the reader',
  async (...[url, { method, as, ...body }, english, chinese]) => {
    const ask = async (language: string, cookies: Record<string, string> = {}) => {
      const options = { ...(as ? { as: actors[as] } : {}), ...body, cookies, headers: { 'accept-language': language } }
      const reply = await (method === 'GET' ? server.get(url, options) : server.post(url, options))
      return reply.json<{ message: string }>().message
    }
    expect(await ask('en')).toBe(english)
    expect(await ask('zh-CN,zh;q=0.9,en;q=0.8')).toBe(chinese)
    expect(await ask('xx')).toBe(english)
    expect(await ask('en', { tandem_locale: 'zh' })).toBe(chinese)
  },
)

test('refuses a malformed body in the language of the reader', async () => {
  const ask = async (language: string) => {
    const reply = await server.post('/account/api/login', { headers: { 'accept-language': language }, raw: '{' })
    return reply.json<object>()
  }
  const english = "Body is not valid JSON but content-type is set to 'application/json'"
  expect(await ask('en')).toMatchObject({ status: 400, message: english, detail: english })
  expect(await ask('zh')).toMatchObject({
    code: 'fst_err_ctp_invalid_json_body',
    message: expect.stringContaining('JSON，'),
  })
})
