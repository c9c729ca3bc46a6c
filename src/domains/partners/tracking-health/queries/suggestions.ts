import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { findOwnedCode } from '#domains/orders/transactions/queries/coupon-owner.ts'
import { readCoupons } from '#domains/orders/transactions/rules/read-order.ts'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import { suggestOwners } from '../rules/suggest-owner.ts'
import type { Suggestion } from '../rules/suggest-owner.ts'
import { findClick, readClick } from './dry-run-details.ts'
import { listClaimsFor, listClicksAround } from './orphans.ts'
import type { OrphanRow } from './orphans.ts'

/** What suggestions need beside the database: whose orders they are, and what reads their click tokens. */
export interface SuggestionSource {
  advertiserId: bigint
  tokens: TokenSource
}

/** Suggests publishers for orders that matched no click, by the id of the postback. */
export async function suggestForAll(
  db: Db,
  { advertiserId, tokens }: SuggestionSource,
  rows: readonly OrphanRow[],
): Promise<Map<string, Suggestion[]>> {
  const days = [...new Set(rows.map(({ receivedAt }) => toDay(receivedAt)))]
  const clicks = await listClicksAround(db, { advertiserId, days })
  const claims = await listClaimsFor(db, { advertiserId, orders: rows.map(({ orderRef }) => orderRef) })
  const suggested = new Map<string, Suggestion[]>()
  for (const { id, orderRef, receivedAt, parameters } of rows) {
    const named = readClick(tokens, parameters)
    const facts = {
      claims: (claims.get(orderRef) ?? []).map(({ id: claimId, publisherId }) => ({ claimId, publisherId })),
      coupon: await findOwnedCode(db, { advertiserId, codes: readCoupons(parameters) }),
      click: named && (await findClick(db, { advertiserId, ...named })),
      clicks: clicks.get(toDay(receivedAt)) ?? [],
    }
    suggested.set(id, suggestOwners(facts))
  }
  return suggested
}
