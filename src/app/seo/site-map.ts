import { escapeHtml } from '#kernel/html.ts'
import { LOCALES } from '#texts/texts.ts'

/** A page in the sitemap. */
export interface MappedPage {
  /** Path from the root: `/about-us`. */
  path: string
  changedAt?: Date
}

/** Paths that crawlers must not visit: consoles, tracking links, API calls and personal links. */
const DISALLOWED = [
  '/account',
  '/api/',
  '/brand',
  '/custom_link',
  '/hits',
  '/home',
  '/installation',
  '/log-out',
  '/mailbox',
  '/operator',
  '/p.gif',
  '/performance/',
  '/postback',
  '/preferences',
  '/promotions',
  '/r$',
  '/r/',
  '/r?',
  '/reset-password/',
  '/s/',
  '/transactions',
]

/** Builds robots.txt. `publicUrl` has no trailing slash. */
export function robotsText(publicUrl: string): string {
  const lines = [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}

/** Builds sitemap.xml: every page in both languages, with links between them. */
export function siteMapXml(publicUrl: string, pages: readonly MappedPage[]): string {
  const entries = pages.map(({ path, changedAt }) => {
    const plain = publicUrl + path
    const places: [string, string][] = [
      ...LOCALES.map((locale): [string, string] => [locale, `${plain}?hl=${locale}`]),
      ['x-default', plain],
    ]
    const links = places.map(([language, href]) => link(language, href)).join('')
    const changed = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
    return places.map(([, href]) => `<url><loc>${escapeHtml(href)}</loc>${changed}${links}</url>`).join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

function link(language: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}"/>`
}
