import { setImmediate as nextTurn } from 'node:timers/promises'
import { inject, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { createLogger } from '#platform/server/log.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { readConfig } from '../config.ts'
import { inTransaction } from '../context.ts'
import { composeEmail } from './email-layout.ts'
import { listMailboxMessages } from './mailbox.ts'
import { enqueueMail } from './outbox.ts'
import { startMailer } from './mailer.ts'
import { createSmtp, removeOldMails, sendDueMails } from './sender.ts'
import type { OutgoingMail } from './sender.ts'

const log = createLogger('silent', 'test')
const network = {
  name: 'Tandem "Sales" <x>',
  supportEmail: 'support@tandem.example',
  addressUnitedStates: '',
  addressHongKong: '',
  legalIdentity: '',
  vatId: '',
}
const branding = { networkName: network.name, supportEmail: network.supportEmail, publicUrl: 'http://localhost:3000' }
const email = composeEmail(branding, {
  locale: 'zh',
  subject: '您的密码 & <more>',
  paragraphs: ['Hello <b>Ada</b> & “Bo”\nTwo orders', 'Bye'],
  action: { label: 'Open', url: 'http://localhost:3000/reset-password/abc' },
  footer: 'Foot',
})

const database = await openTestDatabase()
/** The time at which a test began. */
let beganAtMs: number

beforeEach(async () => {
  beganAtMs = Date.now()
  await database.ownerDb.deleteFrom('mail').execute()
  await database.ownerDb.deleteFrom('mailboxMessage').execute()
})

const enqueue = (to: string) => enqueueMail(testContext(database.db, 'test', inMinutes(0)()), { to, message: email })
const mails = () => database.db.selectFrom('mail').selectAll().orderBy('id').execute()
const inMinutes = (minutes: number) => () => new Date(beganAtMs + minutes * 60_000)

describe('an e-mail', () => {
  test('has a plain text with the link, and HTML with all values escaped', () => {
    expect(email.text).toContain('Open:\nhttp://localhost:3000/reset-password/abc')
    expect(email.html).not.toContain('<b>')
    expect(email.html).toContain('href="http://localhost:3000/reset-password/abc"')
    expect(email.html).toContain('lang="zh"')
  })

  test('has the lines of a paragraph below each other', () => {
    expect(email.text).toContain('& “Bo”\nTwo orders\n\nOpen:')
    expect(email.html).toContain('“Bo”<br>\nTwo orders</p>')
  })
})

describe('the mailer without a mail server', () => {
  test('delivers a committed mail to the mailbox at once, over SMTP', async () => {
    const mailer = await openMailer()
    await enqueue('ada@example.com')
    await expect.poll(listReceived).toMatchObject([{ toAddress: 'ada@example.com', subject: email.subject }])
    const row = await database.db.selectFrom('mailboxMessage').selectAll().executeTakeFirstOrThrow()
    expect(row.textBody.trim()).toBe(email.text)
    expect(row.htmlBody).toContain('reset-password/abc')
    expect(row.fromAddress).toBe('noreply@tandem.example')
    await mailer.stop()
    expect(await mails()).toMatchObject([{ attempts: 1, lastError: null, textBody: '', htmlBody: '' }])
  })

  test('sends the mails of an earlier run, but not a mail that was rolled back', async () => {
    await enqueue('left@example.com')
    const failed = inTransaction(testContext(database.db), async (tx) => {
      await enqueueMail(tx, { to: 'never@example.com', message: email })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    const mailer = await openMailer()
    await expect.poll(listReceived).not.toEqual([])
    await mailer.stop()
    expect((await listReceived()).map((message) => message.toAddress)).toEqual(['left@example.com'])
  })
})

describe('the sender', () => {
  test('retries with growing pauses while the mail server is unreachable', async () => {
    await enqueue('ada@example.com')
    const away = createSmtp({ url: 'smtp://127.0.0.1:9', from: { name: 'T', address: 't@example.com' } })
    const send = (now: () => Date) => sendDueMails({ db: database.db, deliver: away.deliver, log, now })
    await send(inMinutes(0))
    const [first] = await mails()
    expect(first).toMatchObject({ attempts: 1, lastError: 'ESOCKET', sentAt: null, failedAt: null })
    await send(inMinutes(0))
    expect(await mails()).toMatchObject([{ attempts: 1 }])
    await send(inMinutes(1))
    expect(await mails()).toMatchObject([{ attempts: 2, sentAt: null }])

    const sent: OutgoingMail[] = []
    const deliver = async (mail: OutgoingMail) => void sent.push(mail)
    expect(await sendDueMails({ db: database.db, deliver, log, now: inMinutes(5) })).toBe(1)
    expect(sent).toMatchObject([{ to: 'ada@example.com', subject: email.subject, text: email.text }])
    expect(await sendDueMails({ db: database.db, deliver, log, now: inMinutes(500) })).toBe(0)
  })

  test('does not retry after a permanent rejection, and logs no address', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (address, _session, done) =>
        done(Object.assign(new Error(`no such ${address.address}`), { responseCode: 550 })),
    })
    const listener = server.listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const { port } = listener.address() as { port: number }
    const smtp = createSmtp({ url: `smtp://127.0.0.1:${port}`, from: { name: 'T', address: 't@example.com' } })
    await enqueue('gone@example.com')
    await sendDueMails({ db: database.db, deliver: smtp.deliver, log })
    const [mail] = await mails()
    expect(mail).toMatchObject({ attempts: 1, lastError: 'EENVELOPE 550', textBody: '' })
    expect(mail?.failedAt).toBeInstanceOf(Date)
    smtp.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('sends each mail once with several senders', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => enqueue(`reader${index}@example.com`)))
    const sent: string[] = []
    const deliver = async (mail: OutgoingMail) => {
      await nextTurn()
      sent.push(mail.to)
    }
    const senders = Array.from({ length: 5 }, () => sendDueMails({ db: database.db, deliver, log }))
    const counts = await Promise.all(senders)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    expect(new Set(sent).size).toBe(40)
    expect(sent).toHaveLength(40)
  })

  test('sends the mail of a dead sender again, with the same message id', async () => {
    await enqueue('ada@example.com')
    const ids: string[] = []
    const dying = sendDueMails({ db: database.db, deliver: () => new Promise(() => {}), log, now: inMinutes(0) })
    await expect.poll(mails).toMatchObject([{ attempts: 1 }])
    const deliver = async (mail: OutgoingMail) => void ids.push(mail.messageId)
    expect(await sendDueMails({ db: database.db, deliver, log, now: inMinutes(0) })).toBe(0)
    expect(await sendDueMails({ db: database.db, deliver, log, now: inMinutes(11) })).toBe(1)
    const [mail] = await mails()
    expect(ids).toEqual([`${mail?.id}.${mail?.createdAt.getTime()}`])
    void dying
  })

  test('sends a file and the address that ends such mails, and keeps neither', async () => {
    const attachment = { name: 'rows.csv', text: 'name\r\nAda' }
    const message = { ...email, attachment, unsubscribeUrl: 'https://t.example/stop-mail/abc' }
    await enqueueMail(testContext(database.db), { to: 'ada@example.com', message })
    const sent: OutgoingMail[] = []
    await sendDueMails({ db: database.db, deliver: async (mail) => void sent.push(mail), log })
    expect(sent).toMatchObject([
      {
        attachments: [{ filename: 'rows.csv', content: attachment.text }],
        list: { unsubscribe: message.unsubscribeUrl },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
    ])
    expect(await mails()).toMatchObject([{ attachment: null, unsubscribeUrl: null, attachmentName: 'rows.csv' }])
  })

  test('deletes mails after their period', async () => {
    await enqueue('ada@example.com')
    await sendDueMails({ db: database.db, deliver: () => Promise.resolve(), log })
    await removeOldMails(testContext(database.db, 'test', inMinutes(60 * 24 * 9)()), { days: 10 })
    expect(await mails()).toHaveLength(1)
    await removeOldMails(testContext(database.db, 'test', inMinutes(60 * 24 * 11)()), { days: 10 })
    expect(await mails()).toHaveLength(0)
  })
})

async function openMailer() {
  const { connectionString } = database
  expect(connectionString).toContain(encodeURIComponent(inject('postgresHost')))
  const { retention } = readConfig({})
  const config = { smtpUrl: undefined, mailFrom: 'noreply@tandem.example', network, retention }
  const mailer = await startMailer({ config, connection: { connectionString }, db: database.db, log })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= mailer.stop())
  onTestFinished(stop)
  return { stop }
}

async function listReceived() {
  const { messages } = await listMailboxMessages(database.db, { number: 1, size: 20 })
  return messages
}
