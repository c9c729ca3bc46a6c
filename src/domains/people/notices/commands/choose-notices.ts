import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ChosenKind, MailChoice } from '../rules.ts'
import type { NoticeReader } from '../queries.ts'

/** How an account wants to be told of a kind. */
export interface NoticeChoice {
  kind: ChosenKind
  mail: MailChoice
  isListed: boolean
}

/** Stores how a member of a team wants to be told from now on. Digests that wait are still sent. */
export function chooseNotices(
  ctx: Ctx,
  { accountId, advertiserId, choices }: NoticeReader & { choices: readonly NoticeChoice[] },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    for (const { kind, ...choice } of choices) {
      await tx.db
        .insertInto('noticeChoice')
        .values({ accountId, advertiserId, kind, ...choice })
        .onConflict((conflict) => conflict.columns(['accountId', 'advertiserId', 'kind']).doUpdateSet(choice))
        .execute()
    }
    const details = { advertiserId, choices }
    await audit(tx, { action: 'notices.choose', target: `account:${accountId}`, details })
  })
}

/** Marks all notices that the console shows to a member as read. */
export function markAllRead(ctx: Ctx, { accountId, advertiserId }: NoticeReader): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const marked = await tx.db
      .updateTable('teamNotice')
      .set({ readAt: tx.now })
      .where('accountId', '=', accountId)
      .where('advertiserId', '=', advertiserId)
      .where('readAt', 'is', null)
      .returning('id')
      .execute()
    if (marked.length === 0) return
    await audit(tx, { action: 'notices.read', target: `account:${accountId}`, details: { count: marked.length } })
  })
}
