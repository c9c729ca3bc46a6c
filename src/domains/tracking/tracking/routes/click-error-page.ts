import { createHash } from 'node:crypto'
import { createTranslator } from 'use-intl/core'
import { escapeHtml } from '#kernel/html.ts'
import type { PreRouterRequest, PreRouterResponse } from '#platform/server/http/pre-router.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { TextSource } from '#texts/catalogue.ts'
import type { Messages } from '#texts/texts.ts'
import { MAX_URL_CHARACTERS } from '../rules/destination.ts'
import type { Destination } from '../rules/destination.ts'

/** The texts and the network name for the error pages of the click path. */
export interface PageOptions {
  texts: TextSource
  network: { name: string }
  /** The address of the pages, without a trailing slash. */
  publicUrl: string
}

/** The reason why a hit is answered by an error page. */
export type PageKind = keyof typeof STATUSES

/** The error page for one request. */
export interface Page {
  request: PreRouterRequest
  response: PreRouterResponse
  kind: PageKind
  /** The host that the text names. */
  host?: string
  /** A destination on a declared host, which the page links to. */
  continueUrl?: Destination | undefined
}

const STATUSES = {
  unknown_site: 404,
  unknown_link: 404,
  unknown_advertiser: 404,
  missing: 400,
  malformed: 400,
  wrong_scheme: 400,
  credentials: 400,
  too_long: 414,
  method: 405,
  unavailable: 503,
} as const

const STYLE = `:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#14231e;--soft:#4d5c56;--link:#0d4a3c;--line:#e6e3da}
@media(prefers-color-scheme:dark){:root{--paper:#121715;--ink:#e9eeea;--soft:#a9b5ae;--link:#86d0b6;--line:#29322d}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;max-width:36rem;padding:2rem 1.5rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere}
nav{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem;color:var(--soft)}
a{color:var(--link);text-underline-offset:.2em}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = Object.entries({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
}).flat()

/** Answers with a page in the reader's language that says what is wrong and what the reader can do. */
export function sendPage(options: PageOptions, page: Page): void {
  const { request, response, kind } = page
  const body = render(options, page)
  response.writeHead(STATUSES[kind], [
    ...HEADERS,
    'Content-Length',
    String(Buffer.byteLength(body)),
    ...(kind === 'method' ? ['Allow', 'GET, HEAD'] : []),
    ...(kind === 'unavailable' ? ['Retry-After', '2'] : []),
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}

function render(options: PageOptions, { request, kind, host = '', continueUrl }: Page): string {
  const { texts, network, publicUrl } = options
  const locale = readLocale(request)
  const messages = texts(locale, ['tracking']) as Messages
  const t = createTranslator<Messages, 'tracking'>({ locale, messages, namespace: 'tracking' })
  const values = { networkName: network.name, host, limit: MAX_URL_CHARACTERS }
  const title = escapeHtml(t(`refusal.${kind}.title`))
  const link = continueUrl
    ? `<p>${renderLink(continueUrl, t('refusal.continueUrl', { host: continueUrl.host }))}</p>`
    : ''
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(network.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(t(`refusal.${kind}.text`, values))}</p>
${link}
<nav><a href="${escapeHtml(publicUrl)}/">${escapeHtml(t('refusal.home', { networkName: network.name }))}</a></nav>
</main>
</body>
</html>
`
}

function renderLink({ href }: Destination, label: string): string {
  return `<a href="${escapeHtml(href)}" rel="nofollow noreferrer">${escapeHtml(label)}</a>`
}
