import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountsFixtures } from '#test/support/accounts.ts'

const token = 'the-token-that-the-start-prints'

let embedded: AccountsFixtures
let configured: AccountsFixtures

beforeAll(async () => {
  embedded = await AccountsFixtures.create({ mailboxToken: token })
  configured = await AccountsFixtures.create()
})

afterAll(() => Promise.all([embedded, configured].map((fixtures) => fixtures.close())))

const read = (fixtures: AccountsFixtures, headers: Record<string, string> = {}, url = '/api/v1/mailbox') =>
  fixtures.server.inject({ url, headers })

const open = (fixtures: AccountsFixtures, given: string) =>
  fixtures.post('/api/v1/mailbox/open', { body: { token: given } })

test('opens with the token of this start, which sets a cookie', async () => {
  const { id } = await embedded.database.db
    .insertInto('mailboxMessage')
    .values({
      messageId: '<1@localhost>',
      receivedAt: new Date(),
      fromAddress: 'a@example.com',
      toAddress: 'b@example.com',
      subject: 'Hello',
      textBody: 'See http://localhost:3000/x',
      htmlBody: '<script>alert(1)</script>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [cookie] = (await open(embedded, token)).cookies
  expect(cookie).toMatchObject({ name: 'tandem_mailbox', httpOnly: true, sameSite: 'Lax' })
  const headers = { cookie: `tandem_mailbox=${cookie?.value}` }
  expect((await read(embedded, headers)).json()).toMatchObject({ count: 1, messages: [{ subject: 'Hello' }] })
  const mail = await read(embedded, headers, `/api/v1/mailbox/${id}`)
  expect(mail.json()).toMatchObject({ text: 'See http://localhost:3000/x' })
  expect(mail.body).not.toContain('script')
  expect((await read(embedded, headers, '/api/v1/mailbox/999')).statusCode).toBe(404)
})

test('does not open with another token', async () => {
  const answer = await open(embedded, 'the-token-of-an-earlier-start')
  expect([answer.statusCode, answer.cookies]).toEqual([404, []])
  expect((await read(embedded, { cookie: 'tandem_mailbox=the-token-of-an-earlier-start' })).statusCode).toBe(404)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost.evil.example'])(
  'is not found without the token, even from this machine under the host name %s',
  async (host) => {
    for (const url of ['/api/v1/mailbox', '/api/v1/mailbox/1']) {
      expect((await read(embedded, { host }, url)).statusCode).toBe(404)
    }
  },
)

test('opens for operators only', async () => {
  const publisher = await embedded.makeAccount()
  const operator = await embedded.makeAccount({ role: 'operator' })
  expect((await read(embedded, (await embedded.signIn(publisher.email)).headers)).statusCode).toBe(404)
  expect((await read(embedded, (await embedded.signIn(operator.email)).headers)).statusCode).toBe(200)
})

test('is not found by operators or visitors while a mail server is configured', async () => {
  const operator = await configured.makeAccount({ role: 'operator' })
  expect((await open(configured, token)).statusCode).toBe(404)
  expect((await read(configured, { cookie: `tandem_mailbox=${token}` })).statusCode).toBe(404)
  expect((await read(configured, (await configured.signIn(operator.email)).headers)).statusCode).toBe(404)
})
