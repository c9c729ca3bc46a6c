import { findNamesCall } from '#domains/desk/search/contract.ts'
import { browserCall } from '#platform/web/call.ts'
import type { AskedName, FoundName } from '#platform/web/find-names.ts'

/** Asks the server for names, for the page whose token is given. */
export async function findNames(csrfToken: string, asked: AskedName): Promise<readonly FoundName[]> {
  const { kind, text, recent, advertiserId } = asked
  const query = { q: text, recent: recent.join(','), advertiser_id: advertiserId }
  const { data } = await browserCall(csrfToken)(findNamesCall, { params: { kind }, query })
  return data.names
}
