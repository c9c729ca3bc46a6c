import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import { toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mailReaders } from '#platform/server/mail/mail-readers.ts'
import { closingForPublisherEmail } from '../mails.ts'

/**
 * Mails the publishers of programmes whose pause was announced or has ended, each once. The mails are always sent,
 * because publishers move their links by them.
 */
export async function mailPauses(ctx: Ctx): Promise<void> {
  await mailReaders(ctx, await selectOpen(ctx).execute(), async (tx, { id }) => {
    const pause = await selectOpen(tx).where('programPause.id', '=', id).forUpdate('programPause').executeTakeFirst()
    if (!pause) return undefined
    const { programId, title: program, pausesAt, endedAt, progressPublisherId: afterId } = pause
    const day = endedAt === null ? toDay(pausesAt) : null
    return {
      afterId,
      listReaders: ({ db }, next) => listJoinedPublishers(db, { ...pause, ...next }),
      write: ({ locale, name }) =>
        closingForPublisherEmail({ branding: tx.branding, about: 'pause', locale, name, program, day }),
      save: ({ db }, progressPublisherId) =>
        db.updateTable('programPause').set({ progressPublisherId }).where('id', '=', id).execute(),
      act: { action: 'program.tell_pause', target: `program:${programId}`, details: { day } },
    }
  })
}

/** Selects the pauses of which publishers are still to be mailed. */
function selectOpen({ db }: Ctx) {
  return (
    db
      .selectFrom('programPause')
      .innerJoin('program', 'program.id', 'programPause.programId')
      .selectAll('programPause')
      .select(['program.title', 'program.advertiserId'])
      .where('progressPublisherId', 'is not', null)
      // Of one that the network's change of the status has ended nobody is told.
      .where((row) =>
        row.or([
          row('programPause.endedAt', 'is not', null),
          row('program.pausesAt', '=', row.ref('programPause.pausesAt')),
        ]),
      )
      .orderBy('programPause.id')
  )
}
