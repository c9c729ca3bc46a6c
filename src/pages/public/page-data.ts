import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '#platform/web/call-context.ts'
import { getPublicPageMeta } from '#platform/web/public-meta.ts'
import type { PublicPageMeta } from '#platform/web/public-meta.ts'
import type { Messages, Texts } from '#texts/texts.ts'

type SitePage = Exclude<keyof Messages['site'], 'shared'>

/** The data of a public page: its texts and its meta data. */
export interface SiteData {
  pageMeta: PublicPageMeta
  texts: Texts
}

/** Picks the texts of one page of `site.json` and the shared ones. The texts of other pages stay on the server. */
export function siteData(context: Readonly<RouterContextProvider>, page: SitePage): SiteData {
  const site = context.get(sessionContext).texts('site').site as Messages['site']
  return { ...getPublicPageMeta(context, page), texts: { site: { [page]: site[page], shared: site.shared } } }
}
