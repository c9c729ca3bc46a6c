import type { RouterContextProvider } from 'react-router'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import { listOwnInvitationsCall } from '#domains/partners/invitations/contract/publisher.ts'
import { loadOfferedSetup } from '#domains/partners/setup/web/load-offered-setup.ts'
import { getMerchantCall } from '#domains/programmes/programs/contract/merchant.ts'

/**
 * Loads what the dialog shows that joins a programme, for a publisher that is no sub-account; null when the programme
 * has no public page any more. `program` is the public id and the slug: `17/shop`.
 */
export async function loadJoin(context: Readonly<RouterContextProvider>, program: string) {
  const call = context.get(callContext)
  const [public_id = '', slug = ''] = program.split('/')
  try {
    const { data: merchant } = await call(getMerchantCall, { params: { public_id, slug } })
    const query = { filter: 'open', page_size: 50 } as const
    const { invitations } = (await call(listOwnInvitationsCall, { query })).data
    return {
      merchant,
      setup: await loadOfferedSetup(context, merchant.advertiser_id),
      invited: invitations.find(({ advertiser_id: id }) => id === merchant.advertiser_id),
      ...getPageMeta(context, 'tracking.customLink.title', ['tracking', 'programs', OPTION_TEXTS, 'offered-setup']),
    }
  } catch (error) {
    if (error instanceof PageRefusal && [404, 422].includes(error.details.status)) return null
    throw error
  }
}

/** @see loadJoin */
export type LoadedJoin = NonNullable<Awaited<ReturnType<typeof loadJoin>>>
