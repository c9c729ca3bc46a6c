import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountsFixtures } from '#test/support/accounts.ts'

let here: AccountsFixtures
let configured: AccountsFixtures
let published: AccountsFixtures

beforeAll(async () => {
  here = await AccountsFixtures.create()
  configured = await AccountsFixtures.create({ hasMailbox: false })
  published = await AccountsFixtures.create({ publicUrl: 'https://network.example' })
})

afterAll(() => Promise.all([here, configured, published].map((fixtures) => fixtures.close())))

const open = (fixtures: AccountsFixtures, headers: Record<string, string> = {}, url = '/api/v1/mailbox') =>
  fixtures.server.inject({ url, headers })

const elsewhere = { 'x-forwarded-for': '203.0.113.9' }

test('shows its mails to requests from its own machine', async () => {
  const { id } = await here.database.db
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
  expect((await open(here)).json()).toMatchObject({ count: 1, messages: [{ subject: 'Hello' }] })
  const mail = await open(here, {}, `/api/v1/mailbox/${id}`)
  expect(mail.json()).toMatchObject({ text: 'See http://localhost:3000/x' })
  expect(mail.body).not.toContain('script')
  expect((await open(here, {}, '/api/v1/mailbox/999')).statusCode).toBe(404)
})

test('is not found from another machine, except by operators', async () => {
  expect((await open(here, elsewhere)).statusCode).toBe(404)
  expect((await open(here, elsewhere, '/api/v1/mailbox/1')).statusCode).toBe(404)
  const publisher = await here.makeAccount()
  const operator = await here.makeAccount({ role: 'operator' })
  expect((await open(here, { ...elsewhere, ...(await here.signIn(publisher.email)).headers })).statusCode).toBe(404)
  expect((await open(here, { ...elsewhere, ...(await here.signIn(operator.email)).headers })).statusCode).toBe(200)
})

test.each(['evil.example', '127.0.0.1.evil.example:3000', 'localhost.evil.example'])(
  'is not found under the foreign host name %s, even from this machine',
  async (host) => {
    expect((await open(here, { host })).statusCode).toBe(404)
  },
)

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('is found under the local host name %s', async (host) => {
  expect((await open(here, { host })).statusCode).toBe(200)
})

test('is not found when the network has a public address, even through a proxy on the same machine', async () => {
  expect((await open(published)).statusCode).toBe(404)
})

test('is not found by operators or visitors while a mail server is configured', async () => {
  const operator = await configured.makeAccount({ role: 'operator' })
  expect((await open(configured)).statusCode).toBe(404)
  expect((await open(configured, (await configured.signIn(operator.email)).headers)).statusCode).toBe(404)
})
