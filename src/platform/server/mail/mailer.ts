import type { Db } from '#database'
import type { Config } from '../config.ts'
import type { Connection } from '../database.ts'
import type { Job } from '../job.ts'
import { listenTo } from '../listen.ts'
import type { Logger } from '../log.ts'
import { MAIL_CHANNEL } from './outbox.ts'
import { createSmtp, removeOldMails, sendDueMails } from './sender.ts'
import { startMailSink } from './dev-smtp-server.ts'

/** What the post office needs. */
export interface PostOfficeOptions {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'brand'>
  connection: Connection
  db: Db
  log: Logger
}

/** The one place from which mails leave. */
export interface PostOffice {
  /** Looks for mails whose time for another attempt has come, and forgets old ones. */
  jobs: Job[]
  stop(): Promise<void>
}

/**
 * Sends the outbox: every mail within moments of its commit. Without a mail server configured, mails go to a server on
 * the loopback interface and from there into the mailbox.
 */
export async function startPostOffice({ config, connection, db, log }: PostOfficeOptions): Promise<PostOffice> {
  const sink = config.smtpUrl === undefined ? await startMailSink({ db, log }) : undefined
  const from = { name: config.brand.name, address: config.mailFrom }
  const smtp = createSmtp({ url: config.smtpUrl ?? sink?.url ?? '', from })
  const wake = oneAtATime(async () => {
    await sendDueMails({ db, deliver: smtp.deliver, log }).catch((err: unknown) =>
      log.warn({ err }, 'The outbox could not be read'),
    )
  })
  const listening = listenTo({ connection, channel: MAIL_CHANNEL, log, onNotify: () => void wake() })
  return {
    jobs: [
      { name: 'mail-retry', cron: '* * * * *', run: wake },
      { name: 'mail-clean-up', cron: '11 * * * *', run: removeOldMails },
    ],
    stop: async () => {
      await listening.stop()
      await wake.idle()
      smtp.close()
      await sink?.close()
    },
  }
}

/** Runs `work` never twice at once; a call while it runs makes it run once more afterwards. */
function oneAtATime(work: () => Promise<void>): { (): Promise<void>; idle(): Promise<void> } {
  let running: Promise<void> | undefined
  let isWanted = false
  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await work()
    }
    running = undefined
  }
  const wake = () => {
    isWanted = true
    running ??= run()
    return running
  }
  return Object.assign(wake, { idle: () => running ?? Promise.resolve() })
}
