import { siteDomain } from '#domains/people/publishers/rules.ts'
import { findPlatform } from '#kernel/site-url.ts'
import type { SiteKind } from './vocabulary.ts'

const APP_STORES = ['apps.apple.com', 'play.google.com']

/** Tells from the host of a site what it is: a channel of a platform, an app, or a web site. */
export function getSiteKind(url: string): SiteKind {
  const host = siteDomain(url)
  if (APP_STORES.some((store) => host === store || host.endsWith(`.${store}`))) return 'app'
  return findPlatform(host)?.kind ?? 'website'
}
