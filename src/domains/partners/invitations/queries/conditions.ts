import { createHash } from 'node:crypto'
import type { Db } from '#database'
import { rateValue } from '#domains/programmes/rates/rules/rate.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { readBook, readVersions } from '#domains/partners/terms/queries/versions.ts'
import { concerns } from '#domains/partners/terms/rules/difference.ts'
import { listOrdinaryRates } from '../rules/invitation.ts'
import type { Offer } from '../rules/invitation.ts'

/** What a publisher gets without an offer. */
export interface Conditions {
  /** The rate of each event for orders that name nothing else; empty without terms in force. */
  ordinary: Offer[]
  /** Stands for all of the terms that concern the publisher: it differs when they have changed. */
  mark: string
}

/** Reads the conditions of a programme for a publisher at a time. */
export async function readConditions(
  db: Db,
  { programId, publisherId, now }: MembershipKey & { now: Date },
): Promise<Conditions> {
  const { inForce } = await readVersions(db, { programId, now })
  if (!inForce) return { ordinary: [], mark: '' }
  const book = await readBook(db, inForce)
  const rules = book.rules
    .filter((rule) => concerns(book, rule, publisherId))
    .map(({ rate, event, productGroup, region, customer, startsAt, endsAt }) =>
      JSON.stringify([event, productGroup, region, customer, startsAt, endsAt, rate.kind, rateValue(rate)]),
    )
  const { windowDays, validationDays, validationEnd, couponRule } = inForce
  const parts = [windowDays, validationDays, validationEnd, couponRule, ...rules.toSorted()]
  return {
    ordinary: listOrdinaryRates(book, { publisherId, at: now }),
    mark: createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16),
  }
}
