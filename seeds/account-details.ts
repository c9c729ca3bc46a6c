import type { AccountActor } from '#kernel/actor.ts'
import { parseAmount } from '#kernel/money.ts'
import { SEALED_BANK } from '#domains/money/payouts/queries/payment.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import type { SamplePublisher } from './people.ts'

/** A sample publisher that is in the database. */
interface SeededPublisher {
  sample: SamplePublisher
  publisherId: bigint
}

/**
 * Stores a payment threshold and the sealed bank account. It inserts the row itself, because the command would send a
 * mail.
 */
export async function seedPayment(ctx: Ctx, sealing: Sealing, { sample, publisherId }: SeededPublisher): Promise<void> {
  const place = { column: SEALED_BANK, row: publisherId.toString() }
  const bankSealed = sample.bank ? await sealing.seal(ctx, place, JSON.stringify(sample.bank)) : null
  const billingEmail = sample.profile.paypalEmail ?? ''
  await ctx.db
    .insertInto('paymentDetail')
    .values({
      id: publisherId,
      thresholdAmount: parseAmount('150') ?? 0n,
      billingEmail,
      bankSealed,
      destinationChangedAt: ctx.now,
    })
    .execute()
}

/**
 * Stores the approved application of a publisher that came by the referral link of `referredBy`. It inserts the row
 * itself, because the commands would send mails.
 */
export async function seedReferral(
  ctx: Ctx,
  { accountId, sample, referredBy, operator }: SeededReferral,
): Promise<void> {
  const { company = '', firstName = '', lastName = '', contactNumber = '', country = '', address = '' } = sample.profile
  const [site] = sample.sites
  const fields = { company, address, site_name: site?.name ?? '', site_url: site?.url ?? '' }
  await ctx.db
    .insertInto('application')
    .values({
      kind: 'publisher',
      accountId,
      isRepeat: false,
      firstName,
      lastName,
      referredBy,
      countryCode: country || null,
      phone: contactNumber,
      fields: JSON.stringify(fields) as never,
      status: 'approved',
      createdAt: ctx.now,
      decidedAt: ctx.now,
      decidedBy: operator.accountId,
    })
    .execute()
}

interface SeededReferral {
  accountId: bigint
  sample: SamplePublisher
  referredBy: bigint
  operator: AccountActor
}
