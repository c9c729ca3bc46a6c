import { sql } from 'kysely'
import type { Db } from '#database'
import { listTerms } from '#domains/programmes/programs/queries/terms.ts'
import { getCloseTime, getClosingSteps } from './rules.ts'

/** Finds the last end of a programme that was announced and not taken back. */
export async function findClosing(db: Db, { programId }: { programId: bigint }) {
  return db
    .selectFrom('programClosing')
    .leftJoin('accountSummary as account', 'account.id', 'programClosing.requestedBy')
    .selectAll('programClosing')
    .select('account.displayName as requesterName')
    .where('programId', '=', programId)
    .where('withdrawnAt', 'is', null)
    .orderBy('programClosing.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Finds when the last order of a closed programme is decided at the latest. Undefined while it is not closed. */
export async function findLastDecision(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<Date | undefined> {
  const program = await db
    .selectFrom('program')
    .select(['id', 'closesAt', 'closedAt'])
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!program || program.closedAt === null) return undefined
  const closesAt = getCloseTime(program.closedAt, program.closesAt)
  const terms = await listTerms(db, { programIds: [program.id] })
  return getClosingSteps({ requestedAt: closesAt, closesAt }, terms).last_decision
}

const joinedCount = sql<number>`(
  SELECT count(*) FROM membership WHERE program_id = program.id AND status = 'joined'
)::int`.as('joinedCount')

/** Reads the programme of an advertiser with its announced or begun pause; undefined without a programme. */
export function findPausingProgram(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('program')
    .leftJoin('programPause as pause', (join) =>
      join
        .onRef('pause.programId', '=', 'program.id')
        .onRef('pause.pausesAt', '=', 'program.pausesAt')
        .on('pause.endedAt', 'is', null),
    )
    .leftJoin('accountSummary as account', 'account.id', 'pause.requestedBy')
    .select(['program.status', 'program.noticeDays', 'program.closesAt', 'program.pausesAt', joinedCount])
    .select('account.displayName as requesterName')
    .where('program.advertiserId', '=', advertiserId)
    .executeTakeFirst()
}

/** Reads the programme of an advertiser with what its end concerns; undefined without a programme. */
export async function findClosingProgram(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const program = await db
    .selectFrom('program')
    .select(['id', 'title', 'status', 'noticeDays', 'closesAt', 'closedAt'])
    .select(joinedCount)
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!program) return undefined
  const terms = await listTerms(db, { programIds: [program.id] })
  return { ...program, terms, closing: await findClosing(db, { programId: program.id }) }
}
