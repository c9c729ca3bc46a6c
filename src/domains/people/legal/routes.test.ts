import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { legalRoutes } from './routes.ts'

const config = readConfig({
  KEEP_VISITOR_DATA_MONTHS: '7',
  KEEP_POSTBACK_PARAMETERS_MONTHS: '1',
  KEEP_MAILS_DAYS: '11',
})

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer(database.db, legalRoutes(config))
})
afterAll(() => server.close())

const page = (path: string) => server.get(`/api/v1${path}`)

test.each(['terms', 'privacy', 'conditions'])('%s is returned in the requested language', async (document) => {
  const english = (await page(`/legal/${document}?hl=en`)).json().data
  const chinese = (await page(`/legal/${document}?hl=zh`)).json().data
  expect(english.updated_on).toBe('2024-06-19')
  expect(english.title).toMatch(/^[A-Z][\w ]+$/)
  expect(chinese.title).toMatch(/^\p{Script=Han}+$/u)
  expect(english.intro).toContain('Tandem')
  expect((await page('/legal/recipes')).statusCode).toBe(422)
})

test('the privacy policy says the configured periods in both languages', async () => {
  const read = async (locale: string) => {
    const { sections } = (await page(`/legal/privacy?hl=${locale}`)).json().data
    const { html } = sections.find(({ id }: { id: string }) => id === 'section-10')
    return String(html).replaceAll(/<[^>]+>/g, ' ')
  }
  const english = await read('en')
  expect(english).toMatch(/network address\s+7 months after the month of the click/)
  expect(english).toMatch(/and whether the customer is new\s+1 month after/)
  expect(english).toMatch(/e-mails that we sent you.*\s+11 days after/)
  const { applicationDays, subAccountDays } = config.retention
  expect(english).toMatch(new RegExp(`declined.*\\s+${applicationDays} days`))
  expect(english).toMatch(new RegExp(`access a publisher ended\\s+${subAccountDays} days`))
  const chinese = await read('zh')
  expect(chinese).toMatch(/截短的网络地址\s+点击当月结束后 7个月/)
  expect(chinese).toMatch(/订单当月结束后 1个月/)
  expect(chinese).toMatch(/邮件发出后 11天/)
})
