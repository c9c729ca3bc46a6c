import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'

/** Lists the mails that the development SMTP server received, newest first. */
export async function listMailboxMessages(db: Db, page: Page) {
  const ordered = db
    .selectFrom('mailboxMessage')
    .select(['id', 'receivedAt', 'toAddress', 'subject'])
    .orderBy('id', 'desc')
  const { count, rows: messages } = await readPage(page, db.selectFrom('mailboxMessage'), ordered)
  return { messages, count }
}

/** Finds one mail of the mailbox. */
export function findMailboxMessage(db: Db, messageId: bigint) {
  return db.selectFrom('mailboxMessage').selectAll().where('id', '=', messageId).executeTakeFirst()
}
