import type { Config } from '#platform/server/config.ts'

/** Lists what the start says about an address for tracking that works, but not as an operator may expect. */
export function listTrackingNotices(config: Config): string[] {
  const { publicUrl, trackingPort, trackingOrigin, isTrackingUrlSet } = config
  const [pages, tracking] = [new URL(publicUrl), new URL(trackingOrigin)]
  if (!isTrackingUrlSet) return trackingPort !== undefined && trackingOrigin === publicUrl ? [UNNAMED] : []
  const isUnencrypted = pages.protocol === 'https:' && tracking.protocol === 'http:'
  const sharedHost = isUnencrypted ? UPGRADED : SHARED_HOST
  return [
    ...(trackingPort === undefined ? [SHARED_PORT] : []),
    ...(pages.hostname === tracking.hostname ? [sharedHost] : []),
    ...(isUnencrypted ? [UNENCRYPTED] : []),
  ]
}

const UNNAMED = 'TRACKING_PORT is set and TRACKING_URL is not: tracking links and snippets carry the PUBLIC_URL.'
const SHARED_PORT =
  'TRACKING_URL is set and TRACKING_PORT is not: tracking has no listener of its own; the port of the pages serves it.'
const SHARED_HOST = 'TRACKING_URL has the host of PUBLIC_URL: browsers send the cookies of the pages with every click.'
// The pages set Strict-Transport-Security, which holds for all ports of their host; their cookies are Secure.
const UPGRADED =
  'TRACKING_URL begins with http and has the host of PUBLIC_URL: browsers that have seen the pages ask for its links ' +
  'by https.'
const UNENCRYPTED =
  'TRACKING_URL begins with http and PUBLIC_URL with https: browsers load no tracking script from it into https sites.'
