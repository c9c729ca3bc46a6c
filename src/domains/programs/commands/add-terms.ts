import { invalidField } from '#kernel/errors.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/notify.ts'
import type { CouponRule, Rate } from '../rules.ts'
import { lockProgram } from './lock-program.ts'

/** The next version of a programme's terms. */
export interface NewTerms {
  programId: bigint
  /** Days after a click during which an event counts; 0 is a session. */
  windowDays: number
  /** Days after which a pending transaction is expected to be decided. */
  validationDays: number
  /** Whether the owner of a coupon code earns an order; `never` when missing. */
  couponRule?: CouponRule
  /** When the terms begin; at once when missing. Never in the past, because earlier clicks keep their terms. */
  effectiveFrom?: Date
  /** One rate per event, at least one. */
  rates: readonly (Rate & { event: string })[]
}

/** Adds the next version of the terms. Versions are never edited; the highest version that has begun is in force. */
export function addTerms(ctx: Ctx, input: NewTerms) {
  const { programId, rates, windowDays, validationDays, couponRule = 'never' } = input
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const effectiveFrom = input.effectiveFrom ?? tx.now
    if (effectiveFrom < tx.now) throw invalidField('effective_from', { code: 'program.terms_past' })
    checkRates(rates)
    const version = await nextVersion(tx, programId)
    const { id } = await tx.db
      .insertInto('programTerms')
      .values({
        programId,
        version,
        windowDays,
        validationDays,
        currency: BASE_CURRENCY,
        couponRule,
        effectiveFrom,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('programRate')
      .values(rates.map((rate) => toRow(id, rate)))
      .execute()
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    await audit(tx, {
      action: 'terms.add',
      target: `program:${programId}`,
      details: { termsId: id, version, windowDays, validationDays, couponRule, effectiveFrom, rates },
    })
    return { termsId: id, version }
  })
}

function checkRates(rates: NewTerms['rates']): void {
  if (rates.length === 0) throw invalidField('rates', { code: 'program.rates_missing' })
  const repeated = rates.findIndex(({ event }, index) =>
    rates.slice(0, index).some((earlier) => earlier.event === event),
  )
  if (repeated > 0) throw invalidField(`rates.${repeated}.action_type`, { code: 'program.rate_twice' })
}

async function nextVersion(tx: Ctx, programId: bigint): Promise<number> {
  const { highest } = await tx.db
    .selectFrom('programTerms')
    .select((row) => row.fn.max('version').as('highest'))
    .where('programId', '=', programId)
    .executeTakeFirstOrThrow()
  return (highest ?? 0) + 1
}

function toRow(termsId: bigint, rate: NewTerms['rates'][number]) {
  const { event, kind } = rate
  return kind === 'percent'
    ? { termsId, event, kind, ratePpm: rate.ratePpm, fixedAmount: null }
    : { termsId, event, kind, ratePpm: null, fixedAmount: rate.fixedAmount }
}
