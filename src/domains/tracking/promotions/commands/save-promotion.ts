import { toDay } from '#kernel/days.ts'
import { invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getAdvertiser, listLinkableHosts } from '#domains/people/advertisers/queries.ts'
import { readDestination } from '#domains/tracking/tracking/rules/destination.ts'
import { MAX_URL } from '../contract/promotion.ts'
import type { PromotionInput } from '../contract/promotion.ts'

/** Leaves the texts and the address of a promotion out of an audit line. */
const NO_TEXTS = { title: undefined, description: undefined, commissionText: undefined, url: undefined }

const duplicates = {
  promotion_once: invalidField('title', { code: 'promotion.duplicate' }, 'taken'),
}

/** Creates a promotion of an advertiser. It leads to a host that the advertiser declared. */
export function createPromotion(ctx: Ctx, input: { advertiserId: bigint; promotion: PromotionInput }) {
  const { advertiserId, promotion } = input
  return inTransaction(ctx, async (tx) => {
    await getAdvertiser(tx.db, { advertiserId })
    const row = toRow(tx, promotion, await listLinkableHosts(tx.db, { advertiserId }))
    const { id } = await refuseViolation(
      tx.db
        .insertInto('promotion')
        .values({ ...row, advertiserId, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      duplicates,
    )
    const details = { advertiserId, ...row, ...NO_TEXTS }
    await audit(tx, { action: 'promotion.create', target: `promotion:${id}`, details })
    return { promotionId: id }
  })
}

/** Names a promotion of an advertiser. */
export interface PromotionIds {
  advertiserId: bigint
  promotionId: bigint
}

/** Changes a promotion. Its coupon code can change only while it belongs to no publisher. */
export function updatePromotion(ctx: Ctx, input: PromotionIds & { promotion: PromotionInput }) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPromotion(tx, input)
    const row = toRow(tx, input.promotion, await listLinkableHosts(tx.db, input))
    if (before.code !== row.code && before.isOwned) throw invalidField('code', { code: 'promotion.code_owned' })
    await refuseViolation(
      tx.db.updateTable('promotion').set(row).where('id', '=', input.promotionId).execute(),
      duplicates,
    )
    const details = { ...row, ...NO_TEXTS, fields: Object.keys(row) }
    await audit(tx, { action: 'promotion.update', target: `promotion:${input.promotionId}`, details })
  })
}

/** Ends a promotion at once. Publishers no longer see it; links that they have published still lead to the shop. */
export function endPromotion(ctx: Ctx, ids: PromotionIds) {
  return inTransaction(ctx, async (tx) => {
    const { endedAt } = await lockPromotion(tx, ids)
    if (endedAt !== null) return
    await tx.db.updateTable('promotion').set({ endedAt: tx.now }).where('id', '=', ids.promotionId).execute()
    await audit(tx, { action: 'promotion.end', target: `promotion:${ids.promotionId}` })
  })
}

/** Serialises the commands on a promotion. Refuses an unknown one, or one of another advertiser, as not found. */
export async function lockPromotion(tx: Ctx, { advertiserId, promotionId }: PromotionIds) {
  const row = await tx.db
    .selectFrom('promotion')
    .select(['code', 'endedAt'])
    .select((promotion) =>
      promotion
        .exists(
          promotion
            .selectFrom('couponAssignment as assignment')
            .select('assignment.id')
            .whereRef('assignment.advertiserId', '=', 'promotion.advertiserId')
            .where((one) => one('assignment.code', '=', one.fn<string>('upper', ['promotion.code'])))
            .where('assignment.releasedAt', 'is', null),
        )
        .as('isOwned'),
    )
    .where('id', '=', promotionId)
    .where('advertiserId', '=', advertiserId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Converts an input into the columns of a row. Refuses an address that no tracking link of the advertiser leads to. */
export function toRow(tx: Ctx, promotion: PromotionInput, hosts: ReadonlySet<string>) {
  const url = readLink(promotion.url, hosts)
  const startsOn = promotion.start ?? toDay(tx.now)
  if (promotion.end !== null && promotion.end < startsOn) throw invalidField('end', { code: 'promotion.ends_first' })
  return {
    kind: promotion.type,
    title: promotion.title,
    description: promotion.description,
    code: promotion.code,
    category: promotion.category,
    commissionText: promotion.commission,
    url,
    startsOn,
    endsOn: promotion.end,
  }
}

/** Reads the address of a promotion. Refuses one to which no tracking link of the advertiser leads. */
export function readLink(text: string, hosts: ReadonlySet<string>): string {
  const destination = readDestination(text)
  if (typeof destination === 'string') throw invalidField('url', { code: 'input.website' })
  const { host, href } = destination
  if (!hosts.has(host)) throw invalidField('url', { code: 'promotion.host', params: { host } })
  // Percent-encoding makes an address longer than it was typed.
  if (href.length > MAX_URL) throw invalidField('url', { code: 'input.characters', params: { max: MAX_URL } })
  return href
}
