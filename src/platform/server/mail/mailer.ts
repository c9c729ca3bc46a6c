import type { Db } from '#database'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database/database.ts'
import type { Job } from '../jobs/job.ts'
import { ChannelListener } from '../database/listen.ts'
import type { Logger } from '../log.ts'
import { MAIL_CHANNEL } from './outbox.ts'
import { createSmtp, removeOldMails, sendDueMails } from './sender.ts'
import { startDevSmtpServer } from './dev-smtp-server.ts'

/** Options of `startMailer`. */
export interface MailerOptions {
  config: Pick<Config, 'smtpUrl' | 'network' | 'mailFrom' | 'retention'>
  connection: Connection
  db: Db
  log: Logger
}

/** The running mailer. */
export interface Mailer {
  /** One job retries failed mails, the other deletes old ones. */
  jobs: Job[]
  stop(): Promise<void>
}

/**
 * Sends the mails of the outbox right after their commit. If no mail server is configured, the development SMTP server
 * receives them and stores them in the mailbox.
 */
export async function startMailer({ config, connection, db, log }: MailerOptions): Promise<Mailer> {
  const devServer = config.smtpUrl === undefined ? await startDevSmtpServer({ db, log }) : undefined
  const from = { name: config.network.name, address: config.mailFrom }
  const smtp = createSmtp({ url: config.smtpUrl ?? devServer?.url ?? '', from })
  const sending = runCoalesced(async () => {
    await sendDueMails({ db, deliver: smtp.deliver, log }).catch((err: unknown) =>
      log.warn({ err }, 'The outbox could not be read'),
    )
  })
  const listener = new ChannelListener({
    connection,
    channel: MAIL_CHANNEL,
    log,
    onChange: () => void sending.request(),
  })
  listener.start()
  return {
    jobs: [
      { name: 'mail-retry', cron: '* * * * *', run: () => sending.request() },
      {
        name: 'mail-clean-up',
        cron: '11 * * * *',
        run: (ctx) => removeOldMails(ctx, { days: config.retention.mailDays }),
      },
    ],
    stop: async () => {
      await listener.stop()
      await sending.idle()
      smtp.close()
      await devServer?.close()
    },
  }
}
