import type { Location, MetaDescriptor, RouterContextProvider } from 'react-router'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import type { PublicPage } from '#texts/public-pages.ts'
import { LOCALES } from '#texts/texts.ts'
import type { Locale, TextDomain, Texts } from '#texts/texts.ts'
import type { ErrorCode } from '#kernel/error-codes.ts'
import { sessionContext } from './call-context.ts'
import { pickErrors } from './error-texts.ts'

/** The search parameter that sets the language of a request; links between the languages use it. */
export const LANGUAGE_PARAM = 'hl'

/** The metadata of a public page, for search engines and link previews. */
export interface PublicPageMeta {
  title: string
  description: string
  networkName: string
  publicUrl: string
  locale: Locale
  /** Path of the Open Graph image, 1200 × 630. */
  picture: string
  /** Structured data (schema.org) without `@context`. */
  data: readonly object[]
}

type Context = Readonly<RouterContextProvider>

/**
 * For the loader of a public page: returns its texts and the input of `publicMeta`. The title and the description come
 * from `page` in pages.json.
 */
export function getPublicPageMeta(
  context: Context,
  page: PublicPage,
  { texts: domains = [], errors = [], data = [] }: PageParts = {},
): { texts: Texts; pageMeta: PublicPageMeta } {
  const session = context.get(sessionContext)
  const texts = { ...session.texts(...domains), ...(errors.length > 0 ? pickErrors(session, errors) : {}) }
  const all = page === 'home' ? [networkData(context), ...data] : data
  return {
    texts,
    pageMeta: buildPublicPageMeta(context, { ...pageTexts(context, page), picture: `/og/${page}.png`, data: all }),
  }
}

/** The parts of a public page besides its title. */
interface PageParts {
  texts?: readonly TextDomain[]
  /** The errors that the page itself finds in the browser. Errors from the server include their sentence. */
  errors?: readonly ErrorCode[]
  data?: readonly object[]
}

/** The operator as structured data, for the home page. */
function networkData(context: Context): object {
  const { network, publicUrl } = context.get(sessionContext)
  return {
    '@type': 'Organization',
    name: network.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    email: network.supportEmail,
  }
}

/** Builds the metadata of a page whose title and description come from the database. */
export function buildPublicPageMeta(
  context: Context,
  about: Pick<PublicPageMeta, 'title' | 'description' | 'picture' | 'data'>,
): PublicPageMeta {
  const { network, publicUrl, locale } = context.get(sessionContext)
  return { ...about, networkName: network.name, publicUrl, locale }
}

/** Returns the title and the description of a page in the visitor's language. */
function pageTexts(context: Context, page: PublicPage): { title: string; description: string } {
  const texts = context.get(sessionContext).texts('pages').pages as Record<PublicPage, PageTexts>
  return texts[page]
}

interface PageTexts {
  title: string
  description: string
}

/** Builds the `meta` of a public page from the `pageMeta` in its loader data. */
export function publicMeta(args: {
  loaderData?: { pageMeta: PublicPageMeta } | undefined
  location: Pick<Location, 'pathname' | 'search'>
}): MetaDescriptor[] {
  const { loaderData, location } = args
  if (!loaderData) return []
  const { pageMeta } = loaderData
  const { networkName, description } = pageMeta
  const isHome = location.pathname === PUBLIC_PAGES.home
  const title = isHome ? `${networkName} · ${pageMeta.title}` : `${pageMeta.title} · ${networkName}`
  return [
    { title },
    { name: 'description', content: description },
    ...buildLinks(pageMeta, location),
    ...buildOpenGraph(pageMeta, title, location),
    ...pageMeta.data.map((item) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...item } })),
  ]
}

type Place = Pick<Location, 'pathname' | 'search'>

function buildLinks({ publicUrl }: PublicPageMeta, { pathname, search }: Place): MetaDescriptor[] {
  const plain = publicUrl + pathname
  const alternates = [...LOCALES.map((locale) => [locale, inLanguage(plain, locale)]), ['x-default', plain]]
  return [
    { tagName: 'link', rel: 'canonical', href: getCanonical(plain, search) },
    ...alternates.map(([hrefLang, href]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })),
  ]
}

/** Builds the canonical address: the language is the only search parameter that selects another page. */
function getCanonical(plain: string, search: string): string {
  const chosen = new URLSearchParams(search).get(LANGUAGE_PARAM)
  const locale = LOCALES.find((each) => each === chosen)
  return locale === undefined ? plain : inLanguage(plain, locale)
}

function inLanguage(address: string, locale: Locale): string {
  return `${address}?${LANGUAGE_PARAM}=${locale}`
}

const OPEN_GRAPH_LOCALES: Record<Locale, string> = { en: 'en_US', zh: 'zh_CN' }

function buildOpenGraph(pageMeta: PublicPageMeta, title: string, { pathname, search }: Place): MetaDescriptor[] {
  const { networkName, description, locale, publicUrl } = pageMeta
  const picture = inLanguage(publicUrl + pageMeta.picture, locale)
  const others = LOCALES.filter((each) => each !== locale)
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: networkName },
    { property: 'og:title', content: pageMeta.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: getCanonical(publicUrl + pathname, search) },
    { property: 'og:locale', content: OPEN_GRAPH_LOCALES[locale] },
    ...others.map((each) => ({ property: 'og:locale:alternate', content: OPEN_GRAPH_LOCALES[each] })),
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
