import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createOrderFixtures, insertPublisher } from './order-fixtures.ts'

/**
 * Creates an advertiser whose terms pay 20 % of a sale and have a coupon rule, and a joined publisher whose site
 * "Codes" owns the code TEA10. `send` sends a postback over 100.00 with this code. `clock` tells when clicks and
 * postbacks come, by default the time of the machine.
 */
export async function openCouponShop(ctx: Ctx, rule: CouponRule, clock = () => new Date()) {
  const { db } = ctx
  const fixtures = await createOrderFixtures(db, undefined, clock)
  const { advertiserId, token } = fixtures
  const program = await db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirstOrThrow()
  const rates = [{ event: 'sale', kind: 'percent', ratePpm: 200_000 } as const]
  const terms = { programId: program.id, windowDays: 30, validationDays: 30, couponRule: rule, rates }
  const { termsId } = await addTerms(ctx, terms)
  const publisherId = await insertPublisher(db, 'Coupon Corner')
  const { siteId } = await createSite(ctx, { publisherId, name: 'Codes', url: 'https://codes.example' })
  const membership = { programId: program.id, publisherId, requestedAt: ctx.now, decidedAt: ctx.now }
  await db
    .insertInto('membership')
    .values({ ...membership, status: 'joined', decidedBy: null })
    .execute()
  await db
    .insertInto('couponAssignment')
    .values({ advertiserId, code: 'TEA10', siteId, assignedAt: ctx.now, releasedAt: null })
    .execute()
  const source = await fixtures.loadSource()
  const send = (parameters: Record<string, string>) =>
    receivePostback({ ...ctx, now: clock() }, source, {
      channel: 'query',
      parameters: { token, amount: '100', coupon: 'tea10', ...parameters },
      isReadable: true,
    })
  const find = (orderRef: string) =>
    db.selectFrom('transaction').selectAll().where('orderRef', '=', orderRef).executeTakeFirst()
  return { fixtures, send, find, publisherId, siteId, termsId, programId: program.id }
}
