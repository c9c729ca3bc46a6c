import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '#platform/web/call-context.ts'
import type { Messages, Texts } from '#texts/texts.ts'

type SitePage = Exclude<keyof Messages['site'], 'shared'>

/** What a page of the public site answers: its own texts, and what stands in the document's head. */
export interface SiteData {
  title: string
  description: string
  texts: Texts
}

/** The texts of one page of `site.json` and those that several share; the other pages' stay on the server. */
export function siteData(context: Readonly<RouterContextProvider>, page: SitePage): SiteData {
  const session = context.get(sessionContext)
  const site = session.texts('site').site as Messages['site']
  const { metaTitle, metaText } = site[page]
  const texts = { site: { [page]: site[page], shared: site.shared } }
  return { title: `${metaTitle} · ${session.brand.name}`, description: metaText, texts }
}

/** Title and description of a page that answered `siteData`. */
export function siteMeta({ loaderData }: { loaderData?: SiteData | undefined }) {
  return [{ title: loaderData?.title ?? '' }, { name: 'description', content: loaderData?.description ?? '' }]
}
