import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'

/** Finds the last request to open a programme. */
export function findLastOpening(db: Db, { programId }: { programId: bigint }) {
  return db
    .selectFrom('opening')
    .select(['id', 'state', 'requestedAt', 'decidedAt', 'reason'])
    .where('programId', '=', programId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the programmes that wait for a review, oldest request first. `count` covers all pages. */
export async function listWaitingOpenings(db: Db, { page }: { page: Page }) {
  const waiting = db
    .selectFrom('opening')
    .innerJoin('program', 'program.id', 'opening.programId')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .where('opening.state', '=', 'waiting')
    .where('program.status', '=', 'draft')
  const ordered = waiting
    .select(['advertiser.id as advertiserId', 'advertiser.name', 'advertiser.website', 'program.title'])
    .select('opening.requestedAt')
    .orderBy('opening.id')
  const { count, rows: openings } = await readPage(page, waiting, ordered)
  return { count, openings }
}

/** Whether an operator reviews a programme before it opens. */
export async function isReviewRequired(db: Db): Promise<boolean> {
  const row = await db.selectFrom('openingPolicy').select('isReviewRequired').executeTakeFirst()
  return row?.isReviewRequired ?? false
}
