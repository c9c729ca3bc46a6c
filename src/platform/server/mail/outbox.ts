import type { Db } from '#database'
import type { Ctx } from '../context.ts'
import { notify } from '../database/notify.ts'
import type { EmailMessage } from './email-layout.ts'

/** The notification channel for new mails in the outbox. */
export const MAIL_CHANNEL = 'mail'

/** What is left of the body of a mail that is never sent again: its links are secrets. */
export const NO_BODY = { textBody: '', htmlBody: '', attachment: null, unsubscribeUrl: null } as const

/** A mail to one recipient. */
export interface MailToSend {
  to: string
  message: EmailMessage
}

/** Puts a mail into the outbox. It is sent right after the transaction of `tx` commits. */
export function enqueueMail(tx: Ctx, mail: MailToSend): Promise<void> {
  return enqueueMails(tx, [mail])
}

/** Enqueues mails as `enqueueMail` does, by one statement: at most some thousand. */
export async function enqueueMails(tx: Ctx, mails: readonly MailToSend[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, message }) => ({
    toAddress: to,
    subject: message.subject,
    textBody: message.text,
    htmlBody: message.html,
    attachmentName: message.attachment?.name ?? null,
    attachment: message.attachment?.text ?? null,
    unsubscribeUrl: message.unsubscribeUrl ?? null,
    createdAt: tx.now,
    notBefore: tx.now,
  }))
  await tx.db.insertInto('mail').values(rows).execute()
  await notify(tx, MAIL_CHANNEL)
}

/** Marks every mail that waits as failed, so that it is never sent, and returns how many there were. */
export async function cancelWaitingMails(tx: Ctx, reason: string): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('mail')
    .set({ failedAt: tx.now, lastError: reason, ...NO_BODY })
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes the mails to an address, sent or not, and those in the mailbox. */
export async function removeMailsTo(tx: Ctx, address: string): Promise<void> {
  await tx.db.deleteFrom('mail').where('toAddress', '=', address).execute()
  await tx.db.deleteFrom('mailboxMessage').where('toAddress', '=', address).execute()
}

/** Counts the mails that wait to be sent. `oldestAt` is null if there are none. */
export async function countWaitingMails(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await db
    .selectFrom('mail')
    .select((row) => [row.fn.countAll<bigint>().as('count'), row.fn.min('createdAt').as('oldestAt')])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt }
}
