import { invalidField } from '#kernel/errors.ts'
import type { MethodRestriction } from '#kernel/lists/promotion-methods.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange, announcePageChange } from '#platform/server/database/notify.ts'
import type { OrderTermsView, TermsBody } from '../contract/program.ts'
import type { CouponRule, FeeTerms, ValidationEnd } from '../rules.ts'
import { copyRules, writeRules } from '#domains/programmes/rates/commands/write-rules.ts'
import { countRules } from '#domains/programmes/rates/queries/rule-books.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { lockProgram } from './lock-program.ts'

/** The next version of a programme's terms. */
export interface NewTerms {
  programId: bigint
  /** Days after a click during which an event counts; 0 is a session. */
  windowDays: number
  /** Days after which an undecided transaction is decided by `validationEnd`. */
  validationDays: number
  /** Confirms an undecided order at the end of its validation period, or holds it; `confirm` when missing. */
  validationEnd?: ValidationEnd
  /** What publishers read of such a hold. Required for `hold`, unused otherwise. */
  holdNote?: string
  /** How often the advertiser may extend the validation of an order, and by how many days; by default once, 14 days. */
  maxExtensions?: number
  extensionDays?: number
  /** The fee of the network; that of the version before when missing. */
  fee?: FeeTerms | undefined
  /** Whether it repeats the version before it but for the fee; false when missing. */
  isRepetition?: boolean
  /** Whether the owner of a coupon code earns an order; `never` when missing. */
  couponRule?: CouponRule
  /** What it permits less of promotion methods from its beginning on; nothing when missing. */
  restrictions?: readonly MethodRestriction[]
  /** When the terms begin; at once when missing. Never in the past, because earlier clicks keep their terms. */
  effectiveFrom?: Date | undefined
  /** Why it begins before its notice, which publishers read. */
  noNoticeReason?: string | null | undefined
  /** One rate per event, at least one. */
  rates: readonly (Rate & { event: string })[]
  /** Rates for parts of the orders, for the publishers who are in their groups now. */
  rules?: readonly RateRule[] | undefined
  /** Without `rules`: the version whose rules, and whose groups as they were then, hold on; by default the newest. */
  rulesOf?: bigint | undefined
  /** Beside the rules of another version: rules of publishers, which name no group. */
  addedRules?: readonly RateRule[] | undefined
}

/** Adds the next version of the terms. Versions are never edited; the highest version that has begun is in force. */
export function addTerms(ctx: Ctx, input: NewTerms) {
  const { programId, rates, windowDays, couponRule = 'never', noNoticeReason = null, isRepetition = false } = input
  const { restrictions = [] } = input
  return inTransaction(ctx, async (tx) => {
    await lockProgram(tx, programId)
    const effectiveFrom = input.effectiveFrom ?? tx.now
    if (effectiveFrom < tx.now) throw invalidField('effective_from', { code: 'program.terms_past' })
    checkRates(rates)
    const validation = getValidation(input)
    const { version, fee, beforeId } = await followVersion(tx, input)
    const events = rates.map(({ event }) => event)
    const fromId = input.rulesOf ?? beforeId
    const copied = input.rules || !fromId ? 0 : await countRules(tx.db, { termsId: fromId, events })
    const own = input.rules ?? input.addedRules ?? []
    const ruleCount = copied + own.length
    const { id } = await tx.db
      .insertInto('programTerms')
      .values({
        programId,
        version,
        windowDays,
        currency: BASE_CURRENCY,
        couponRule,
        ...validation,
        ...fee,
        isRepetition,
        ruleCount,
        restrictions: JSON.stringify(restrictions),
        effectiveFrom,
        noNoticeReason,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('programRate')
      .values(rates.map((rate) => toRow(id, rate)))
      .execute()
    if (fromId && copied > 0) await copyRules(tx, { fromId, termsId: id, events })
    await writeRules(tx, { termsId: id, rules: own })
    await announceCatalogChange(tx)
    await announcePageChange(tx)
    await audit(tx, {
      action: 'terms.add',
      target: `program:${programId}`,
      details: {
        termsId: id,
        version,
        windowDays,
        ...validation,
        ...fee,
        couponRule,
        restrictions,
        effectiveFrom,
        reason: noNoticeReason,
        rates,
        ruleCount,
      },
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

/** Gets what the terms say about validation. A hold must say why. */
export function getValidation(input: Omit<NewTerms, 'programId' | 'rates'>) {
  const { validationDays, validationEnd = 'confirm', maxExtensions = 1, extensionDays = 14 } = input
  const holdNote = validationEnd === 'hold' ? (input.holdNote ?? '').trim() : ''
  if (validationEnd === 'hold' && holdNote === '') throw invalidField('hold_note', { code: 'program.hold_note' })
  return { validationDays, validationEnd, holdNote, maxExtensions, extensionDays }
}

interface Following {
  version: number
  fee: FeeTerms
  /** The id of the version before; undefined for the first. */
  beforeId: bigint | undefined
}

/** Gets the next number, and the fee: the given one, else that of the version before. */
async function followVersion(tx: Ctx, { programId, fee }: NewTerms): Promise<Following> {
  const newest = await tx.db
    .selectFrom('programTerms')
    .select(['id', 'version', 'feeBasis', 'feePpm'])
    .where('programId', '=', programId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { version = 0, feeBasis = 'commission', feePpm = 0 } = newest ?? {}
  return { version: version + 1, fee: fee ?? { feeBasis, feePpm }, beforeId: newest?.id }
}

/** Reads the terms of a request. Only an operator's request has a fee. */
export function readTerms(body: TermsBody): Omit<NewTerms, 'programId'> {
  return {
    ...readOrderTerms(body),
    effectiveFrom: body.effective_from === undefined ? undefined : new Date(body.effective_from),
    rates: body.rates,
    fee: readFee(body),
  }
}

/** Reads what a request says about all orders. */
export function readOrderTerms(body: OrderTermsView) {
  return {
    windowDays: body.window_days,
    validationDays: body.validation_days,
    validationEnd: body.validation_end,
    holdNote: body.hold_note,
    maxExtensions: body.max_extensions,
    extensionDays: body.extension_days,
    couponRule: body.coupon_rule,
  }
}

/** Reads the fee: its basis and its rate together, or neither. */
function readFee({ fee_basis: feeBasis, fee_percent: feePpm }: TermsBody): FeeTerms | undefined {
  if (feeBasis === undefined && feePpm === undefined) return undefined
  if (feeBasis === undefined) throw invalidField('fee_basis', { code: 'required' })
  if (feePpm === undefined) throw invalidField('fee_percent', { code: 'required' })
  return { feeBasis, feePpm }
}

function toRow(termsId: bigint, rate: NewTerms['rates'][number]) {
  const { event, kind } = rate
  return kind === 'percent'
    ? { termsId, event, kind, ratePpm: rate.ratePpm, fixedAmount: null }
    : { termsId, event, kind, ratePpm: null, fixedAmount: rate.fixedAmount }
}
