import type { Call } from '#kernel/endpoint.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import type { AdvertiserHome } from '#domains/figures/reports/contract/advertiser.ts'
import { listInvitationsCall } from '#domains/partners/invitations/contract/advertiser.ts'
import { listManagedPromotionsCall } from '#domains/tracking/promotions/contract/managed.ts'
import { isWithout, judgeFirstSteps } from './first-steps.ts'
import type { FirstFacts, FirstStep } from './first-steps.ts'

/** Reads the steps of a brand; none once it has orders. */
export async function readFirstSteps(
  call: Call,
  { actor, home, funds }: { actor: ActorView | null; home: AdvertiserHome; funds: FirstFacts['funds'] },
): Promise<FirstStep[]> {
  if (!actor?.advertiserId || !isWithout(home, 'total_transactions')) return []
  const [invitations, promotions] = await Promise.all([
    call(listInvitationsCall, { query: { page_size: 10 } }),
    call(listManagedPromotionsCall, {
      params: { advertiser_id: String(actor.advertiserId) },
      query: { page_size: 10 },
    }),
  ])
  const facts = { sent: invitations.data.count, promotions: promotions.data.count, funds }
  return judgeFirstSteps(facts, actor.teamRole)
}
