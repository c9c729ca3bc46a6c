import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import { toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mailReaders } from '#platform/server/mail/mail-readers.ts'
import { closingForPublisherEmail } from '../mails.ts'

/**
 * Mails the publishers of programmes whose end was announced or taken back, each once. The mails are always sent,
 * because dates depend on them.
 */
export async function mailClosings(ctx: Ctx): Promise<void> {
  await mailReaders(ctx, await selectOpen(ctx).execute(), async (tx, { id }) => {
    const closing = await selectOpen(tx)
      .where('programClosing.id', '=', id)
      .forUpdate('programClosing')
      .executeTakeFirst()
    if (!closing) return undefined
    const { programId, title: program, closesAt, withdrawnAt, progressPublisherId: afterId } = closing
    const day = withdrawnAt === null ? toDay(closesAt) : null
    return {
      afterId,
      listReaders: ({ db }, next) => listJoinedPublishers(db, { ...closing, ...next }),
      write: ({ locale, name }) =>
        closingForPublisherEmail({ branding: tx.branding, about: 'close', locale, name, program, day }),
      save: ({ db }, progressPublisherId) =>
        db.updateTable('programClosing').set({ progressPublisherId }).where('id', '=', id).execute(),
      act: { action: 'program.tell_closing', target: `program:${programId}`, details: { day } },
    }
  })
}

/** Selects the closings of which publishers are still to be mailed. */
function selectOpen({ db }: Ctx) {
  return db
    .selectFrom('programClosing')
    .innerJoin('program', 'program.id', 'programClosing.programId')
    .selectAll('programClosing')
    .select(['program.title', 'program.advertiserId'])
    .where('progressPublisherId', 'is not', null)
    .orderBy('programClosing.id')
}
