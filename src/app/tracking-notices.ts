import type { Config } from '#platform/server/config.ts'

/** Lists what the start says about an address for tracking that works, but not as an operator may expect. */
export function listTrackingNotices(config: Config): string[] {
  const { publicUrl, trackingPort, trackingOrigin, isTrackingUrlSet } = config
  const [pages, tracking] = [new URL(publicUrl), new URL(trackingOrigin)]
  if (!isTrackingUrlSet) return trackingPort !== undefined && trackingOrigin === publicUrl ? [UNNAMED] : []
  return [
    ...(trackingPort === undefined ? [SHARED_PORT] : []),
    ...(pages.hostname === tracking.hostname ? [SHARED_HOST] : []),
    ...(pages.protocol === 'https:' && tracking.protocol === 'http:' ? [UNENCRYPTED] : []),
  ]
}

const UNNAMED = 'TRACKING_PORT is set and TRACKING_URL is not: tracking links and snippets carry the PUBLIC_URL.'
const SHARED_PORT =
  'TRACKING_URL is set and TRACKING_PORT is not: tracking has no listener of its own; the port of the pages serves it.'
const SHARED_HOST = 'TRACKING_URL has the host of PUBLIC_URL: browsers send the cookies of the pages with every click.'
const UNENCRYPTED =
  'TRACKING_URL begins with http and PUBLIC_URL with https: browsers load no tracking script from it into https sites.'
