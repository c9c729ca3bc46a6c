import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { lockProgram } from '#domains/programmes/programs/commands/lock-program.ts'
import { listJoinedPublishers } from '#domains/programmes/programs/queries/memberships.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findVersion, listBudgets } from '../queries.ts'
import type { BudgetRow } from '../queries.ts'
import { MAX_BUDGETS, getEarliestStart, isCut } from '../rules.ts'
import type { BudgetMeasure, BudgetPeriod, Consequence } from '../rules.ts'
import { announceStop } from './mail-stops.ts'

/** A budget as its advertiser sets it. */
export interface NewBudget {
  advertiserId: bigint
  /** Null for all publishers together. */
  publisherId: bigint | null
  period: BudgetPeriod
  measure: BudgetMeasure
  /** In 1/10,000 USD, or a number of orders. */
  cap: Amount
  consequence: Consequence
}

/**
 * Sets the budget of a period and a measure, of all publishers or of one. What takes something from publishers begins
 * after the notice days of the programme, and those whom it concerns are told by mail (`mailStops`); all else holds at
 * once.
 */
export function setBudget(ctx: Ctx, input: NewBudget) {
  return inTransaction(ctx, async (tx) => {
    const { advertiserId, publisherId, period, measure, cap, consequence } = input
    const program = await lockOwnProgram(tx, advertiserId)
    const listOwn = () => listJoinedPublishers(tx.db, { advertiserId, publisherId, limit: 1 })
    if (publisherId !== null && (await listOwn()).length === 0) {
      throw invalidField('publisher_id', { code: 'budget.unknown_publisher' })
    }
    const budgets = await listBudgets(tx.db, { advertiserId })
    const present = budgets.find(
      (each) => each.publisherId === publisherId && each.period === period && each.measure === measure,
    )
    if (!present && budgets.length >= MAX_BUDGETS) {
      throw new Refusal({ code: 'budget.too_many', params: { max: MAX_BUDGETS }, status: 409 })
    }
    const budgetId = present?.id ?? (await insertBudget(tx, input))
    const before = present && findVersion(present, tx.now)
    const after = { cap, consequence }
    const effectiveFrom = getEarliestStart({ before, after }, { now: tx.now, noticeDays: program.noticeDays })
    const version = await insertVersion(tx, { budgetId, versions: present?.versions ?? [], ...after, effectiveFrom })
    if (isCut(before, after)) await announceStop(tx, { budgetId, version })
    return { budgetId, version, effectiveFrom }
  })
}

/** Ends a budget at once. Its stops end with it; see `watchBudgets`. */
export function endBudget(ctx: Ctx, { advertiserId, budgetId }: { advertiserId: bigint; budgetId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const isOwn = ({ id }: BudgetRow) => id === budgetId
    if (!(await listBudgets(tx.db, { advertiserId })).some(isOwn)) throw notFound()
    await lockOwnProgram(tx, advertiserId)
    // Read behind the lock: another call may just have changed or ended it.
    const present = (await listBudgets(tx.db, { advertiserId })).find(isOwn)
    if (!present) throw notFound()
    const [last] = present.versions
    if (!last || last.cap === null) return
    const { versions } = present
    await insertVersion(tx, {
      budgetId,
      versions,
      cap: null,
      consequence: last.consequence,
      effectiveFrom: tx.now,
    })
  })
}

/** Locks the programme of an advertiser, so that the changes of its budgets run one after another. */
async function lockOwnProgram(tx: Ctx, advertiserId: bigint) {
  const program = await tx.db
    .selectFrom('program')
    .select(['id', 'noticeDays'])
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!program) throw new Refusal({ code: 'setup.no_program', status: 409 })
  await lockProgram(tx, program.id)
  return program
}

async function insertBudget(tx: Ctx, { advertiserId, publisherId, period, measure }: NewBudget): Promise<bigint> {
  const { id } = await tx.db
    .insertInto('budget')
    .values({ advertiserId, publisherId, period, measure, createdAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewVersion extends Pick<BudgetRow, 'versions'> {
  budgetId: bigint
  cap: Amount | null
  consequence: Consequence
  effectiveFrom: Date
}

async function insertVersion(tx: Ctx, { versions, ...row }: NewVersion): Promise<number> {
  const version = (versions[0]?.version ?? 0) + 1
  const createdBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
  await tx.db
    .insertInto('budgetVersion')
    .values({ ...row, version, createdAt: tx.now, createdBy })
    .execute()
  const action = row.cap === null ? 'budget.end' : 'budget.set'
  const { budgetId, ...details } = row
  await audit(tx, { action, target: `budget:${budgetId}`, details: { ...details, version } })
  return version
}
