import type { AccessNetwork } from './access-network.ts'
import { UNKNOWN_NUMBER } from './id-trial.ts'
import type { IdTrial } from './id-trial.ts'
import { makePublisher } from './network-fixtures.ts'

/** A budget of the advertiser, and a publisher who joined its programme. */
export async function makeBudgetTrials(ctx: AccessNetwork['ctx'], advertiserId: bigint): Promise<IdTrial[]> {
  const { db, now } = ctx
  const { id } = await db
    .insertInto('budget')
    .values({ advertiserId, publisherId: null, period: 'day', measure: 'orders', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = { budgetId: id, version: 1, cap: 5n, consequence: 'tell' as const }
  await db
    .insertInto('budgetVersion')
    .values({ ...version, effectiveFrom: now, createdAt: now, createdBy: null })
    .execute()
  const { publisherId } = await makePublisher(ctx)
  const { id: programId } = await db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('membership')
    .values({ programId, publisherId, status: 'joined', requestedAt: now, decidedAt: now, decidedBy: null })
    .execute()
  const path = '/api/v1/brand/budgets'
  const budget = { period: 'day', measure: 'orders', cap: '5', consequence: 'tell' }
  const trial = { unknown: UNKNOWN_NUMBER, owner: 'advertiser', strangers: ['another advertiser'] } as const
  return [
    { ...trial, call: `POST ${path}/:budget_id/end`, name: 'budget_id', id: String(id) },
    {
      ...trial,
      call: `POST ${path}`,
      name: 'publisher_id',
      id: String(publisherId),
      request: (publisher_id) => ({ json: { ...budget, publisher_id } }),
    },
  ]
}
