import type { RouterContextProvider } from 'react-router'
import { getAccountKind, isAdmitted } from '#kernel/access.ts'
import { PageRefusal, callContext, sessionContext } from '#platform/web/call-context.ts'
import { getOfferedSetupCall } from '../contract/publisher.ts'
import type { OfferedSetup } from '../contract/publisher.ts'

/** Loads how far a programme is set up, for a publisher; null for others, and of a programme that is not offered. */
export async function loadOfferedSetup(
  context: Readonly<RouterContextProvider>,
  advertiserId: number | string,
): Promise<OfferedSetup | null> {
  const { actor } = context.get(sessionContext)
  if (!actor || !isAdmitted(getOfferedSetupCall.access, getAccountKind(actor))) return null
  try {
    return (await context.get(callContext)(getOfferedSetupCall, { params: { advertiser_id: advertiserId } })).data
  } catch (error) {
    if (error instanceof PageRefusal && error.details.status === 404) return null
    throw error
  }
}
