/** The parameter by which a link to a page of the console names its advertiser. */
export const ADVERTISER_PARAM = 'brand'

/** The page on which a member of several teams chooses the brand to act for. */
export const ADVERTISERS_PATH = '/brand/brands'

/** Names the advertiser in the address of a file; without an advertiser, leaves the address as it is. */
export function addAdvertiser(path: string, advertiserId: bigint | undefined): string {
  if (advertiserId === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}${ADVERTISER_PARAM}=${advertiserId}`
}

/** Builds the link that opens a page of the console after the reader has switched to the advertiser. */
export function buildAdvertiserChoice(advertiserId: string, to: string): string {
  return `${ADVERTISERS_PATH}?${new URLSearchParams({ for: advertiserId, to })}`
}

/**
 * Says where a link to a page of the console leads: to the page itself without the name of the advertiser, or to the
 * page of the brands if the reader acts for another advertiser. Undefined for an address that names none.
 */
export function findAdvertiserRedirect(address: string, actingFor: bigint | undefined): string | undefined {
  const url = new URL(address)
  const { searchParams } = url
  // The router asks for the data of a page under an address of its own.
  const pathname = url.pathname.replace(/\.data$/, '')
  searchParams.delete('_routes')
  const named = searchParams.get(ADVERTISER_PARAM)
  if (named === null || actingFor === undefined || !/^\/brand(?:\/|$)/.test(pathname)) return undefined
  searchParams.delete(ADVERTISER_PARAM)
  const path = searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
  if (named === String(actingFor) || pathname === ADVERTISERS_PATH) return path
  return buildAdvertiserChoice(named, path)
}
