import { Readable } from 'node:stream'
import { acceptClaim } from '#domains/figures/claims/commands/decide-claim.ts'
import { fileClaim } from '#domains/figures/claims/commands/file-claim.ts'
import type { ClaimInput } from '#domains/figures/claims/commands/file-claim.ts'
import { getClaim } from '#domains/figures/claims/queries.ts'
import { storeFile } from '#domains/people/files/commands.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createOrderFixtures } from './order-fixtures.ts'
import { createTestSealing } from './sealing.ts'

let orders = 0

/** Returns an order id that no other order has. */
export function nextOrder(): string {
  return `claimed-${++orders}`
}

/** The shop that `openClaimShop` opens. */
export type ClaimShop = Awaited<ReturnType<typeof openClaimShop>>

/**
 * Opens an advertiser whose programme a publisher has joined, with a click of five days ago in the roll-ups. `file`
 * files a claim for 100.00 of two days ago; `report` sends a postback over 100.00. All of it happens at `ctx.now`.
 */
export async function openClaimShop(ctx: Ctx) {
  const { db } = ctx
  const fixtures = await createOrderFixtures(db, undefined, () => ctx.now)
  const { publisherId, siteId, advertiserId } = fixtures
  await joinProgram(ctx, { advertiserId, publisherId })
  const none = { transactions: 0n, cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
  const clicked = { publisherId, siteId, advertiserId, day: addDays(toDay(ctx.now), -5), hits: 1n, clicks: 1n }
  await db
    .insertInto('rollupDay')
    .values({ ...clicked, ...none })
    .execute()
  const { key: siteKey } = await db.selectFrom('site').select('key').where('id', '=', siteId).executeTakeFirstOrThrow()

  function file(change: Partial<ClaimInput> = {}, by = ctx) {
    const orderedOn = addDays(toDay(ctx.now), -2)
    const order = { orderRef: nextOrder(), event: 'sale', orderedOn, amount: 1_000_000n, currency: 'USD' }
    return fileClaim(by, { publisherId, advertiserId, siteKey, ...order, text: 'It is missing.', ...change })
  }

  const scope = { advertiserId }
  return {
    ...fixtures,
    scope,
    file,
    read: (claimId: string) => getClaim(db, { claimId, scope }),
    accept: async (claimId: string, change: { amount?: bigint; note?: string } = {}) =>
      acceptClaim(ctx, { ...(await see(ctx, claimId)), scope, amount: null, note: '', ...change }),
    report: (orderRef: string, parameters: Record<string, string>) =>
      receivePostback(ctx, fixtures.source, {
        channel: 'query',
        parameters: { token: fixtures.token, order_id: orderRef, amount: '100', ...parameters },
        isReadable: true,
      }),
  }
}

/** Makes a publisher a member of the programme of an advertiser. */
export async function joinProgram(ctx: Ctx, ids: { advertiserId: bigint; publisherId: bigint }): Promise<void> {
  const program = ctx.db.selectFrom('program').select('id as programId').where('advertiserId', '=', ids.advertiserId)
  const joined = { status: 'joined', requestedAt: ctx.now, decidedAt: ctx.now, decidedBy: null } as const
  await ctx.db
    .insertInto('membership')
    .values({ ...(await program.executeTakeFirstOrThrow()), publisherId: ids.publisherId, ...joined })
    .execute()
}

/** What an act on a claim names, as its actor sees it now. */
export async function see({ db }: Ctx, claimId: string) {
  const claim = db.selectFrom('claim').select('sequence').where('id', '=', claimId)
  return { claimId, ...(await claim.executeTakeFirstOrThrow()) }
}

/** Stores a file of a publisher that supports a claim. */
export async function storeProof(ctx: Ctx, publisherId: bigint): Promise<string> {
  const sealing = await createTestSealing(ctx.db)
  const publisher = ctx.db.selectFrom('publisher').select('accountId').where('id', '=', publisherId)
  const { accountId } = await publisher.executeTakeFirstOrThrow()
  const file = { read: () => Readable.from([Buffer.from('%PDF-1.7 an order')]) }
  return storeFile(ctx, { accountId, purpose: 'claim_evidence', name: 'order.pdf', file, sealing })
}
