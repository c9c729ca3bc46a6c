import { createTransport } from 'nodemailer'
import { sql } from 'kysely'
import type { Db } from '#database'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/days.ts'
import type { Ctx } from '../context.ts'
import type { Logger } from '../log.ts'
import { NO_BODY } from './outbox.ts'

/** Delivers one mail, or rejects with an error of nodemailer. */
export type Deliver = (mail: OutgoingMail) => Promise<void>

/** A mail to deliver. `messageId` is the same in every attempt, so that the receiver can recognise a duplicate. */
export interface OutgoingMail {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: string }[]
  /** The page that ends mails of this kind, for the button of mail programs. */
  list?: { unsubscribe: string }
  /** Says that the mail program may end them itself by a POST to that page (RFC 8058). */
  headers?: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Options of `createSmtp`. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials. */
  url: string
  from: { name: string; address: string }
}

// A batch must end within its lease, even when every mail in it reaches all timeouts.
const BATCH_SIZE = 5
const LEASE_MS = 10 * MINUTE_MS
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = HOUR_MS
const MAX_ATTEMPTS = 14
const TIMEOUT_MS = 30_000

/** Creates an SMTP client; `close` ends its connections. */
export function createSmtp(options: SmtpOptions): { deliver: Deliver; close(): void } {
  const domain = options.from.address.split('@')[1] ?? 'localhost'
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    deliver: async ({ messageId, ...mail }) => {
      await transport.sendMail({ ...mail, from: options.from, messageId: `<${messageId}@${domain}>` })
    },
    close: () => transport.close(),
  }
}

/**
 * Sends every due mail and returns how many were sent. A sender first claims a mail for some minutes, so two senders
 * never take the same mail, and another sender retries the mails of one that died. A mail is sent twice only if the
 * sender dies after the server accepted it and before the database recorded that. The body of a sent mail is deleted,
 * because its links are secrets.
 */
export async function sendDueMails(source: {
  db: Db
  deliver: Deliver
  log: Logger
  now?: () => Date
}): Promise<number> {
  const { db, deliver, log, now = () => new Date() } = source
  let sentCount = 0
  for (;;) {
    const claimed = await claimMails(db, now())
    for (const mail of claimed) {
      try {
        await deliver(toOutgoingMail(mail))
      } catch (error) {
        await recordFailure(db, { mail, error, at: now() })
        log.warn({ mailId: mail.id.toString(), reason: getReason(error) }, 'A mail could not be sent')
        continue
      }
      await db
        .updateTable('mail')
        .set({ sentAt: now(), ...NO_BODY, lastError: null })
        .where('id', '=', mail.id)
        .execute()
      sentCount++
    }
    if (claimed.length < BATCH_SIZE) return sentCount
  }
}

type ClaimedMail = Awaited<ReturnType<typeof claimMails>>[number]

function claimMails(db: Db, now: Date) {
  return db
    .updateTable('mail')
    .set({ attempts: sql<number>`attempts + 1`, notBefore: new Date(now.getTime() + LEASE_MS) })
    .where('id', 'in', (query) =>
      query
        .selectFrom('mail')
        .select('id')
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('notBefore', '<=', now)
        .orderBy('notBefore')
        .limit(BATCH_SIZE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'toAddress', 'subject', 'textBody', 'htmlBody', 'attempts', 'createdAt'])
    .returning(['attachmentName', 'attachment', 'unsubscribeUrl'])
    .execute()
}

function toOutgoingMail(mail: ClaimedMail): OutgoingMail {
  return {
    messageId: `${mail.id}.${mail.createdAt.getTime()}`,
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.textBody,
    html: mail.htmlBody,
    ...(mail.attachment !== null && {
      attachments: [{ filename: mail.attachmentName ?? 'file.csv', content: mail.attachment }],
    }),
    ...(mail.unsubscribeUrl !== null && {
      list: { unsubscribe: mail.unsubscribeUrl },
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  }
}

async function recordFailure(db: Db, failure: { mail: ClaimedMail; error: unknown; at: Date }): Promise<void> {
  const { mail, error, at } = failure
  const isOver = isPermanentRejection(error) || mail.attempts >= MAX_ATTEMPTS
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), LONGEST_PAUSE_MS)
  await db
    .updateTable('mail')
    .set({
      lastError: getReason(error),
      ...(isOver ? { failedAt: at, ...NO_BODY } : { notBefore: new Date(at.getTime() + pauseMs) }),
    })
    .where('id', '=', mail.id)
    .execute()
}

/**
 * A 5xx reply to the mail is permanent. A 5xx reply to the login is not: the operator can correct the configuration.
 */
function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

// Codes only, because the reply text of a mail server may repeat addresses.
function getReason(error: unknown): string {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  return responseCode === undefined ? code : `${code} ${responseCode}`
}

/** Deletes mails that were sent or failed for good more than `days` days ago, and those of the mailbox. */
export async function removeOldMails(ctx: Ctx, { days }: { days: number }): Promise<void> {
  const before = new Date(ctx.now.getTime() - days * DAY_MS)
  await ctx.db
    .deleteFrom('mail')
    .where((where) => where.or([where('sentAt', '<', before), where('failedAt', '<', before)]))
    .execute()
  await ctx.db.deleteFrom('mailboxMessage').where('receivedAt', '<', before).execute()
}
