import type { Ctx } from '../context.ts'
import { notify } from '../notify.ts'
import type { EmailMessage } from './email-layout.ts'

/** The channel on which a committed mail announces itself to the sender. */
export const MAIL_CHANNEL = 'mail'

/** A mail to one person. */
export interface MailToSend {
  to: string
  message: EmailMessage
}

/** Puts a mail into the outbox. It exists when the transaction of `tx` commits, and is sent right after. */
export async function enqueueMail(tx: Ctx, mail: MailToSend): Promise<void> {
  await tx.db
    .insertInto('mail')
    .values({
      toAddress: mail.to,
      subject: mail.message.subject,
      textBody: mail.message.text,
      htmlBody: mail.message.html,
      createdAt: tx.now,
      notBefore: tx.now,
    })
    .execute()
  await notify(tx, MAIL_CHANNEL)
}
