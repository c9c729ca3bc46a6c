import type { Location, MetaDescriptor, RouterContextProvider } from 'react-router'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import type { PublicPage } from '#texts/public-pages.ts'
import { LOCALES } from '#texts/texts.ts'
import type { Locale, TextDomain, Texts } from '#texts/texts.ts'
import type { ErrorCode } from '#kernel/error-codes.ts'
import { sessionContext } from './call-context.ts'
import { pickErrors } from './error-texts.ts'

/** The search parameter that decides the language of one request; links between the languages name it. */
export const LANGUAGE_PARAM = 'hl'

/** What a page says about itself to search engines and to those who share it. */
export interface PublicHead {
  title: string
  description: string
  brand: string
  publicUrl: string
  locale: Locale
  /** Path of the page's picture, 1200 × 630. */
  picture: string
  /** What the page is about in the words of schema.org; the context is added. */
  data: readonly object[]
}

type Context = Readonly<RouterContextProvider>

/**
 * For the loader of a public page: its texts (`domains`) and what `publicMeta` needs. Title and description are those
 * of `page` in pages.json.
 */
export function publicHead(
  context: Context,
  page: PublicPage,
  { texts: domains = [], errors = [], data = [] }: PageParts = {},
): { texts: Texts; head: PublicHead } {
  const session = context.get(sessionContext)
  const texts = { ...session.texts(...domains), ...(errors.length > 0 ? pickErrors(session, errors) : {}) }
  const all = page === 'home' ? [networkData(context), ...data] : data
  return { texts, head: headOf(context, { ...pageTexts(context, page), picture: `/og/${page}.png`, data: all }) }
}

/** What a public page needs besides its title. */
interface PageParts {
  texts?: readonly TextDomain[]
  /** The errors that the page itself finds in the browser; those of answers come with their sentence. */
  errors?: readonly ErrorCode[]
  data?: readonly object[]
}

/** Who runs the site, as the home page says it. */
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

/** The same for a page whose title and description come from the database. */
export function headOf(
  context: Context,
  about: Pick<PublicHead, 'title' | 'description' | 'picture' | 'data'>,
): PublicHead {
  const { network, publicUrl, locale } = context.get(sessionContext)
  return { ...about, brand: network.name, publicUrl, locale }
}

/** Title and description of a page in the visitor's language. */
function pageTexts(context: Context, page: PublicPage): { title: string; description: string } {
  const texts = context.get(sessionContext).texts('pages').pages as Record<PublicPage, PageTexts>
  return texts[page]
}

interface PageTexts {
  title: string
  description: string
}

/** Everything that the head of a public page says, from what its loader answered with `publicHead`. */
export function publicMeta(args: {
  loaderData?: { head: PublicHead } | undefined
  location: Pick<Location, 'pathname' | 'search'>
}): MetaDescriptor[] {
  const { loaderData, location } = args
  if (!loaderData) return []
  const { head } = loaderData
  const { brand, description } = head
  const isHome = location.pathname === PUBLIC_PAGES.home
  const title = isHome ? `${brand} · ${head.title}` : `${head.title} · ${brand}`
  return [
    { title },
    { name: 'description', content: description },
    ...addresses(head, location),
    ...shared(head, title, location),
    ...head.data.map((item) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...item } })),
  ]
}

type Place = Pick<Location, 'pathname' | 'search'>

function addresses({ publicUrl }: PublicHead, { pathname, search }: Place): MetaDescriptor[] {
  const plain = publicUrl + pathname
  const alternates = [...LOCALES.map((locale) => [locale, inLanguage(plain, locale)]), ['x-default', plain]]
  return [
    { tagName: 'link', rel: 'canonical', href: getCanonical(plain, search) },
    ...alternates.map(([hrefLang, href]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href })),
  ]
}

/** Of the search only the language makes another page. */
function getCanonical(plain: string, search: string): string {
  const chosen = new URLSearchParams(search).get(LANGUAGE_PARAM)
  const locale = LOCALES.find((each) => each === chosen)
  return locale === undefined ? plain : inLanguage(plain, locale)
}

function inLanguage(address: string, locale: Locale): string {
  return `${address}?${LANGUAGE_PARAM}=${locale}`
}

const OPEN_GRAPH_LOCALES: Record<Locale, string> = { en: 'en_US', zh: 'zh_CN' }

function shared(head: PublicHead, title: string, { pathname, search }: Place): MetaDescriptor[] {
  const { brand, description, locale, publicUrl } = head
  const picture = inLanguage(publicUrl + head.picture, locale)
  const others = LOCALES.filter((each) => each !== locale)
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: head.title },
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
