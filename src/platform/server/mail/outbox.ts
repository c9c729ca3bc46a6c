import type { Ctx } from '../context.ts'
import { notify } from '../notify.ts'
import type { Letter } from './email-layout.ts'

/** The channel on which a committed mail announces itself to the sender. */
export const MAIL_CHANNEL = 'mail'

/** A mail to one person. */
export interface MailToSend {
  to: string
  letter: Letter
}

/** Puts a mail into the outbox. It exists when the transaction of `tx` commits, and is sent right after. */
export async function enqueueMail(tx: Ctx, mail: MailToSend): Promise<void> {
  await tx.db
    .insertInto('mail')
    .values({
      toAddress: mail.to,
      subject: mail.letter.subject,
      textBody: mail.letter.text,
      htmlBody: mail.letter.html,
      createdAt: tx.now,
      notBefore: tx.now,
    })
    .execute()
  await notify(tx, MAIL_CHANNEL)
}
