import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { createToken } from '#platform/server/secrets/opaque-token.ts'

/** The mailbox of one start. */
export interface MailboxAccess {
  /** Opens the mailbox until the network stops. */
  token: string
  /** The page of the mailbox with the token. */
  url: string
}

/**
 * Makes the token that opens the mailbox of this start, and writes the address into DATA_DIR/mailbox.txt, which only
 * the owner of the file can read. With a mail server there is no mailbox and no file.
 */
export function prepareMailbox(config: Config): MailboxAccess | undefined {
  const file = join(config.dataDir, 'mailbox.txt')
  if (config.smtpUrl !== undefined) {
    rmSync(file, { force: true })
    return undefined
  }
  const token = createToken()
  const url = `${config.publicUrl}/mailbox?token=${token}`
  writeFileSync(`${file}.new`, `${url}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { token, url }
}
