import type { Db } from '#database'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { promotionRoutes } from '#domains/tracking/promotions/routes/promotion-routes.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { testContext } from './context.ts'
import { makeProgram } from './network-fixtures.ts'
import { createTestServer } from './test-server.ts'

/** Starts a server with the calls about promotions. */
export async function openPromotions(db: Db) {
  const ctx = testContext(db)
  const server = await createTestServer(db, promotionRoutes)
  let hosts = 0

  /** Creates an advertiser with an open programme and a host, and a way to send its calls. */
  async function openShop() {
    const { advertiser, advertiserId, programId } = await makeProgram(ctx, { joinMode: 'auto' })
    const host = `shop-${++hosts}.example`
    await declareDomain(ctx, { advertiserId, host })
    const owner: AccountActor = { ...advertiser, advertiserId }
    const path = `/api/v1/advertiser/${advertiserId}/promotions`
    const input = {
      type: 'coupon',
      title: '10 % off',
      code: 'Run10',
      category: 'Sports',
      url: `https://${host}/shoes`,
      description: '',
      commission: '',
      start: '',
      end: '',
    }
    const post = async (json: object, at = path, as: AccountActor = owner) =>
      (await server.post(at, { as, json })).json()
    const list = async (as: AccountActor = owner) => (await server.get(path, { as })).json().data.promotions
    return { advertiserId, programId, host, owner, path, input, post, list }
  }

  return { ctx, server, openShop }
}
