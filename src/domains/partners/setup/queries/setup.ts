import type { Db } from '#database'
import { getCompany, listDomains } from '#domains/people/advertisers/queries.ts'
import { listTerms } from '#domains/programmes/programs/queries/terms.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { listTestOrders } from '#domains/orders/transactions/queries/test-orders.ts'
import { isComplete, judgeSteps } from '../rules.ts'
import { findLastOpening, isReviewRequired } from './openings.ts'

/** Finds the programme of an advertiser, without its details. */
export function findOwnProgram(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('program')
    .select(['id', 'title', 'status', 'clickParam'])
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
}

/** Lists the hosts that an advertiser has still to prove, in alphabetical order. */
export function listPendingDomains(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db.selectFrom('pendingDomain').selectAll().where('advertiserId', '=', advertiserId).orderBy('host').execute()
}

/** Reads all that the set-up of an advertiser consists of, and which steps are done at `now`. */
export async function getSetup(db: Db, { advertiserId, now }: { advertiserId: bigint; now: Date }) {
  const program = await findOwnProgram(db, { advertiserId })
  const company = await getCompany(db, { advertiserId })
  const domains = await listDomains(db, { advertiserId })
  const testOrders = await listTestOrders(db, { advertiserId })
  const own = await db.selectFrom('setup').selectAll().where('advertiserId', '=', advertiserId).executeTakeFirst()
  const terms = await listTerms(db, { programIds: program ? [program.id] : [] })
  const passed = testOrders.find(({ reason }) => reason === null)
  const isTestSkipped = (own?.testSkippedAt ?? null) !== null
  const inForce = termsInForce(terms, now)
  const done = judgeSteps({
    isCompanyComplete: isComplete(company),
    hosts: domains.length,
    hasTerms: inForce !== undefined,
    isTested: passed !== undefined,
    isTestSkipped,
    isParameterSet: (own?.clickParamSetAt ?? null) !== null,
    isOpened: program !== undefined && program.status !== 'draft',
  })
  return {
    done,
    company,
    hosts: domains.length,
    testedAt: passed?.receivedAt ?? null,
    inForce,
    testOrders,
    isTestSkipped,
    pendingDomains: await listPendingDomains(db, { advertiserId }),
    opening: program && (await findLastOpening(db, { programId: program.id })),
    isReviewRequired: await isReviewRequired(db),
    areFirstStepsHidden: (own?.firstStepsHiddenAt ?? null) !== null,
  }
}
