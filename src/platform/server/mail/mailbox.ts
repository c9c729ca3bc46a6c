import type { Db } from '#database'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'

/** Lists the mails that the development SMTP server received, newest first. */
export async function listMailboxMessages(db: Db, page: Page) {
  const { count } = await db
    .selectFrom('mailboxMessage')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const messages = await db
    .selectFrom('mailboxMessage')
    .select(['id', 'receivedAt', 'toAddress', 'subject'])
    .orderBy('id', 'desc')
    .offset(getOffset(page, count))
    .limit(page.size)
    .execute()
  return { messages, count: Number(count) }
}

/** Finds one mail of the mailbox. */
export function findMailboxMessage(db: Db, messageId: bigint) {
  return db.selectFrom('mailboxMessage').selectAll().where('id', '=', messageId).executeTakeFirst()
}
