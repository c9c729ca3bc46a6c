import { sql } from 'kysely'
import { judgeCredit } from '#domains/figures/claims/commands/credit-order.ts'
import type { CreditWorth, OrderToCredit } from '#domains/figures/claims/commands/credit-order.ts'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readOrphanOrder } from '../rules/orphan-order.ts'
import type { Suggestion } from '../rules/suggest-owner.ts'
import type { OrphanRow } from './orphans.ts'

/** An order that matched no click, and one of the publishers suggested for it. */
export interface CreditCase {
  advertiserId: bigint
  orphan: OrphanRow
  suggestion: Suggestion
}

/** What crediting an order to a publisher would record: the site, and what it earns or why it cannot be credited. */
export interface CreditPreview {
  suggestion: Suggestion
  siteName: string | null
  worth: CreditWorth | null
  problem: RefusalDetails | null
}

/** Says what crediting an order to a suggested publisher would record; it writes nothing. */
export async function previewCredit(ctx: Ctx, { orphan, ...credit }: CreditCase): Promise<CreditPreview> {
  const { suggestion } = credit
  const site = await findSite(ctx.db, { ...credit, ...suggestion, day: toDay(orphan.receivedAt) })
  const shown = { suggestion, siteName: site?.name ?? null }
  try {
    const { worth } = await judgeCredit(ctx, await readCredit(ctx, { orphan, ...credit }))
    return { ...shown, worth, problem: null }
  } catch (error) {
    // The reader sees why instead of the figures.
    if (error instanceof Refusal) return { ...shown, worth: null, problem: error.details }
    throw error
  }
}

/** Reads the order that is credited. Refuses with 422 a postback that does not say what was ordered. */
export async function readCredit(
  { db }: Ctx,
  { advertiserId, orphan, suggestion }: CreditCase,
): Promise<OrderToCredit> {
  const order = readOrphanOrder(orphan.parameters)
  if (!order) throw new Refusal({ code: 'orphan.unreadable', status: 422 })
  const { publisherId, clickId = null } = suggestion
  const orderedOn = toDay(orphan.receivedAt)
  const site = await findSite(db, { advertiserId, ...suggestion, day: orderedOn })
  if (!site) throw new Refusal({ code: 'claim.not_joined', status: 409 })
  const { orderRef, event, amount = null, currency } = order
  return { publisherId, advertiserId, siteId: site.id, orderRef, event, orderedOn, amount, currency, clickId }
}

/** Finds the site that a clue names; without one, the publisher's site with the most clicks of these days. */
async function findSite(
  db: Db,
  of: { publisherId: bigint; advertiserId: bigint; siteId?: bigint; day: Day },
): Promise<{ id: bigint; name: string } | undefined> {
  const { rows } = await sql<{ id: bigint; name: string }>`
    SELECT site.id, site.name FROM site LEFT JOIN rollup_day AS rolled
      ON rolled.publisher_id = site.publisher_id AND rolled.site_id = site.id
      AND rolled.advertiser_id = ${of.advertiserId} AND rolled.day BETWEEN ${of.day}::date - 1 AND ${of.day}::date
    WHERE site.publisher_id = ${of.publisherId} AND site.id = coalesce(${of.siteId ?? null}::bigint, site.id)
    GROUP BY site.id
    ORDER BY coalesce(sum(rolled.clicks), 0) DESC, site.id LIMIT 1`.execute(db)
  return rows[0]
}
