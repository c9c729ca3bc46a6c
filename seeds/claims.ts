import type { AccountActor } from '#kernel/actor.ts'
import { acceptClaim, askForEvidence, refuseClaim } from '#domains/figures/claims/commands/decide-claim.ts'
import { decideDueClaims } from '#domains/figures/claims/commands/decide-due-claims.ts'
import { fileClaim } from '#domains/figures/claims/commands/file-claim.ts'
import { getClaim } from '#domains/figures/claims/queries.ts'
import type { Verdict } from '#domains/tracking/tracking/rules/verdict.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SeededMerchant } from './accounts.ts'

/** The publisher and the accounts of both sides of the sample claims. */
interface Sides {
  publisherId: bigint
  publisher: AccountActor
  advertiser: AccountActor
  merchant: SeededMerchant
}

/** A claim of the sample publisher. */
interface SampleClaim {
  filedDaysAgo: number
  amount: string
  text: string
  /** The verdict of the hit that it names. */
  verdict?: Verdict
  act?: 'accept' | 'refuse' | 'ask'
}

const CLAIMS: readonly SampleClaim[] = [
  { filedDaysAgo: 36, amount: '64.00', text: 'A reader sent me the confirmation of this order.' },
  { filedDaysAgo: 24, amount: '22.50', text: 'Ordered from the article about tea for beginners.', act: 'accept' },
  { filedDaysAgo: 20, amount: '118.00', text: 'Two kettles, bought the same evening.', act: 'refuse' },
  { filedDaysAgo: 12, amount: '86.40', text: 'My own order: it was paid on the phone.' },
  { filedDaysAgo: 6, amount: '41.90', text: 'The buyer says that the basket came from my link.', act: 'ask' },
  { filedDaysAgo: 3, amount: '27.00', text: 'The hit stands in my list.', verdict: 'bot' },
  { filedDaysAgo: 1, amount: '152.75', text: 'A large order for an office, with the invoice of the shop.' },
]

/**
 * Files claims of a publisher at a merchant: some wait, one waits for evidence, the others are answered, accepted,
 * refused, or decided by the clock. Each names a hit, so no roll-up is read. Sends no mail.
 */
export async function seedClaims(ctx: Ctx, sides: Sides): Promise<void> {
  for (const [index, claim] of CLAIMS.entries()) {
    const now = new Date(ctx.now.getTime() - claim.filedDaysAgo * DAY_MS)
    const claimId = await file({ ...ctx, now }, sides, { ...claim, orderRef: `LEA-MISSING-${index + 1}` })
    if (claimId !== undefined && claim.act) {
      const decidedAt = new Date(now.getTime() + 2 * DAY_MS)
      await act({ ...ctx, actor: sides.advertiser, now: decidedAt }, sides, { claimId, act: claim.act })
    }
  }
  await decideDueClaims({ ...ctx, now: new Date(ctx.now.getTime() - 20 * DAY_MS) })
}

async function file(
  ctx: Ctx,
  { publisherId, publisher, merchant }: Sides,
  { amount, text, verdict = 'payable', orderRef }: SampleClaim & { orderRef: string },
): Promise<string | undefined> {
  const { advertiserId } = merchant
  const hit = await ctx.db
    .selectFrom('click')
    .innerJoin('site', 'site.id', 'click.siteId')
    .select(['click.id', 'click.clickedAt', 'site.key as siteKey'])
    .where('click.publisherId', '=', publisherId)
    .where('click.advertiserId', '=', advertiserId)
    .where('click.verdict', '=', verdict)
    .where('click.clickedAt', '<', new Date(ctx.now.getTime() - 4 * DAY_MS))
    .orderBy('click.clickedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!hit) return undefined
  const [whole = '', cents = ''] = amount.split('.')
  const order = { orderRef, event: 'sale', orderedOn: toDay(hit.clickedAt), currency: 'USD' }
  const { claimId } = await fileClaim(
    { ...ctx, actor: publisher },
    {
      publisherId,
      advertiserId,
      siteKey: hit.siteKey,
      ...order,
      amount: BigInt(whole + cents) * 100n,
      text,
      hitId: hit.id,
    },
  )
  return claimId
}

async function act(
  ctx: Ctx,
  { merchant: { advertiserId } }: Sides,
  { claimId, act: kind }: { claimId: string; act: NonNullable<SampleClaim['act']> },
): Promise<void> {
  const scope = { advertiserId }
  const { sequence } = await getClaim(ctx.db, { claimId, scope })
  const seen = { claimId, scope, sequence }
  if (kind === 'accept') await acceptClaim(ctx, { ...seen, amount: null, note: '' })
  if (kind === 'refuse') await refuseClaim(ctx, { ...seen, reason: 'ORDER_CANCELLED', note: 'Both kettles came back.' })
  if (kind === 'ask') await askForEvidence(ctx, { ...seen, note: 'Please send the confirmation of the order.' })
}
