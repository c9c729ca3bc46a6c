import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import type { Visited } from '../rules/link-walk.ts'

const HOP_TIMEOUT_MS = 7000
/** Enough to find a refresh in the head of a page. */
const MAX_PAGE_BYTES = 65_536

/** Visits one address of a walk, from public servers only and without cookies. */
export async function visitHop(outbound: OutboundClient, url: string): Promise<Visited> {
  const startedAt = performance.now()
  try {
    const visited = await outbound.visit(url, { timeoutMs: HOP_TIMEOUT_MS, maxBytes: MAX_PAGE_BYTES })
    return { ...visited, ms: Math.round(performance.now() - startedAt) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { fault: error.fault === 'too_many_redirects' ? 'unreachable' : error.fault }
  }
}
