import { formatPaymentReference } from '#kernel/payment-reference.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { getAdvertiser } from '#domains/people/advertisers/queries.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { setFundingDates } from '#domains/programmes/programs/commands/set-funding-dates.ts'
import { fundsLowEmail, fundsUsedUpEmail } from '../mails.ts'
import { listFundedAdvertisers } from '../queries/funding.ts'
import { findPaymentInstructions } from '../queries/payment-instructions.ts'
import type { PaymentInstructions } from '../queries/payment-instructions.ts'
import { getFree, getLadderLevel, getMissing, getShortfall, stepLadder } from '../rules.ts'
import type { Funding, Ladder, LadderLevel } from '../rules.ts'
import { lockFunds } from './lock-funds.ts'
import { announceLevel } from './mail-ladder.ts'
import { renewCapacity } from './renew-capacity.ts'

/**
 * Brings the warnings of every advertiser up to date; see `warnAdvertiser`. What fails for one does not hold up the
 * others.
 */
export async function warnAdvertisers(ctx: Ctx): Promise<void> {
  const warn = (advertiserId: bigint) => warnAdvertiser(ctx, { advertiserId })
  await tryEach(await listFundedAdvertisers(ctx.db), warn, 'The warnings of some advertisers were not updated.')
}

/**
 * Brings the warnings of an advertiser up to what is used of its funds and credit: stores them with their dates, also
 * with its programme, where publishers see them, and mails those of its team who see its money when it reaches 80 and
 * 100 %. That mail is sent whatever they chose about notices, because dates depend on it. Operators and publishers are
 * told, too. Nobody is warned before there are payment instructions, and dates begin when the smallest sum is missing.
 */
export function warnAdvertiser(ctx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const funding = await lockFunds(tx, advertiserId)
    // Funds that came back from cancelled orders are part of the whole from now on.
    if (getFree(funding) > funding.capacity) await renewCapacity(tx, advertiserId)
    const pay = await findPaymentInstructions(tx.db)
    const level = pay ? getLadderLevel(funding, pay) : 'free'
    const ladder = stepLadder(funding, level, tx.now)
    if (isSame(funding, ladder)) return
    // A ladder that has begun changes only when it ends, so one with dates begins now.
    const [missingAtStart, smallestAtStart] =
      pay && ladder.usedUpAt ? [getMissing(funding), pay.smallestMissing] : [null, null]
    const stored = { ...ladder, missingAtStart, smallestAtStart }
    await tx.db
      .insertInto('advertiserBilling')
      .values({ advertiserId, ...stored })
      .onConflict((conflict) => conflict.column('advertiserId').doUpdateSet(stored))
      .execute()
    const { noJoinsFrom, closedFrom } = ladder
    await setFundingDates(tx, { advertiserId, noJoinsFrom, closedFrom })
    await audit(tx, {
      action: 'funds.warn',
      target: `advertiser:${advertiserId}`,
      details: { level, noJoinsFrom, closedFrom, missing: missingAtStart },
    })
    await tellLevel(tx, { advertiserId, level, ladder, funding, pay })
  })
}

/** Whether two ladders hold the same warnings. A warning that lasts keeps its dates. */
function isSame(one: Ladder, other: Ladder): boolean {
  return (one.warnedAt === null) === (other.warnedAt === null) && (one.usedUpAt === null) === (other.usedUpAt === null)
}

interface Warning {
  advertiserId: bigint
  level: LadderLevel
  ladder: Ladder
  funding: Funding
  pay: PaymentInstructions | undefined
}

/** Mails the advertiser, operators and, by a job, publishers when a level is reached. */
async function tellLevel(tx: Ctx, { advertiserId, level, ladder, funding, pay }: Warning): Promise<void> {
  const { noJoinsFrom, closedFrom } = ladder
  const isNewlyLow = level === 'low' && ladder.warnedAt?.getTime() === tx.now.getTime()
  if (level === 'free' || (level === 'low' && !isNewlyLow)) return
  const { name } = await getAdvertiser(tx.db, { advertiserId })
  const news = { level, advertiser: name, noJoinsFrom, closedFrom }
  const payment = { instructions: pay, reference: formatPaymentReference(advertiserId) }
  await announceLevel(tx, { advertiserId, reachedAt: tx.now, ...news })
  await tellTeam(tx, {
    advertiserId,
    kind: 'funds',
    path: '/brand/billing',
    write: ({ locale, advertiser }) => {
      const parts = { branding: tx.branding, locale, advertiser, payment }
      return noJoinsFrom && closedFrom
        ? fundsUsedUpEmail({ ...parts, owed: funding.owed, shortfall: getShortfall(funding), noJoinsFrom, closedFrom })
        : fundsLowEmail(parts)
    },
  })
}
