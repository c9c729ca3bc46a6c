import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Db } from '#database'
import type { Logger } from '../log.ts'

const MAX_MAIL_BYTES = 1_048_576

/** An SMTP server on the loopback interface that stores the mails it receives in the mailbox and forwards none. */
export interface DevSmtpServer {
  /** `smtp://127.0.0.1:…` */
  url: string
  close(): Promise<void>
}

/** Starts the server on a free port. */
export async function startDevSmtpServer(options: { db: Db; log: Logger }): Promise<DevSmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: 1000,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(', ')
      stream.toArray().then(
        (chunks) => storeMail(options.db, Buffer.concat(chunks), to).then(() => done(), done),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', (err) => options.log.warn({ err }, 'The development SMTP server reported an error'))
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function storeMail(db: Db, raw: Buffer, to: string): Promise<void> {
  const mail = await PostalMime.parse(raw)
  await db
    .insertInto('mailboxMessage')
    .values({
      messageId: mail.messageId ?? `<${crypto.randomUUID()}@localhost>`,
      receivedAt: new Date(),
      fromAddress: mail.from?.address ?? '',
      toAddress: to,
      subject: mail.subject ?? '',
      textBody: mail.text ?? '',
      htmlBody: mail.html ?? '',
    })
    .onConflict((conflict) => conflict.column('messageId').doNothing())
    .execute()
}
