import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createTranslator } from 'use-intl/core'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import { escapeHtml } from '#kernel/html.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { TextSource } from '#texts/catalogue.ts'
import type { Locale, Messages } from '#texts/texts.ts'
import { buildTrackingUrl } from '#domains/tracking/tracking/rules/link.ts'
import type { LinkParts } from '#domains/tracking/tracking/rules/link.ts'
import { findWidgetSite, listOfferedPromotions } from '../queries/promotions.ts'
import { MAX_WIDGET_PROMOTIONS, readWidgetCategories } from '../rules.ts'

const STYLE = `:root{color-scheme:light dark;--paper:#fff;--ink:#14231e;--soft:#4d5c56;--link:#0d4a3c;--line:#e6e3da}
@media(prefers-color-scheme:dark){:root{--paper:#161c19;--ink:#e9eeea;--soft:#a9b5ae;--link:#86d0b6;--line:#29322d}}
body{margin:0;background:var(--paper);color:var(--ink);font:.95rem/1.45 system-ui,sans-serif}
ul{margin:0;padding:.5rem;list-style:none;display:grid;gap:.5rem;
grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))}
a{display:grid;gap:.15rem;padding:.75rem .9rem;border:1px solid var(--line);border-radius:.75rem;color:inherit;
text-decoration:none;overflow-wrap:anywhere}
a:hover,a:focus-visible{border-color:var(--link)}
strong{color:var(--link)}
small,p{color:var(--soft)}
p{padding:1rem;margin:0}
code{font-weight:650}`

/** Any site may show the widget in a frame. It has no script, no form and no cookie, so a frame can abuse nothing. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cache-Control': 'public, max-age=300',
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Accept-Language',
}

/** Dependencies of the widget. */
export interface WidgetOptions {
  db: Db
  trackingOrigin: string
  texts: TextSource
}

type Promotion = Awaited<ReturnType<typeof listOfferedPromotions>>['promotions'][number]

/**
 * Fastify plugin that serves the promotion widget of a site, `/widget/{site key}?category=…`, for an `iframe`: joined
 * promotions of the chosen categories, with links that open tracked at top level. It reads no cookie and no session.
 */
export async function promotionWidget(server: FastifyInstance, options: WidgetOptions): Promise<void> {
  const { db, trackingOrigin, texts } = options
  server.get<{ Params: { key: string } }>('/widget/:key', async (request, reply) => {
    // The response is public, so its language must not depend on a cookie.
    const { url, headers } = request
    const locale = readLocale({ url, headers: { 'accept-language': headers['accept-language'] } })
    const siteKey = request.params.key
    const site = isStorable(siteKey) ? await findWidgetSite(db, { siteKey }) : undefined
    // Every other response forbids frames by this header, too.
    reply.raw.removeHeader('X-Frame-Options')
    reply.headers(HEADERS)
    if (!site) return reply.code(404).send(buildPage(texts, { locale, items: [] }))
    const { promotions } = await listOfferedPromotions(db, {
      publisherId: site.publisherId,
      today: toDay(new Date()),
      categories: readWidgetCategories(new URL(request.url, trackingOrigin).searchParams.getAll('category')),
      isJoinedOnly: true,
      sort: 'newest',
      page: { number: 1, size: MAX_WIDGET_PROMOTIONS },
    })
    return reply.send(
      buildPage(texts, { locale, items: promotions.map((one) => buildItem(one, { trackingOrigin, siteKey })) }),
    )
  })
}

const NO_SUBS = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }

function buildItem(promotion: Promotion, link: Pick<LinkParts, 'trackingOrigin' | 'siteKey'>): string {
  const { id, url, title, advertiserName, code } = promotion
  const href = buildTrackingUrl({ ...link, subs: NO_SUBS, promotionId: id, url })
  const coupon = code === null ? '' : `<code>${escapeHtml(code)}</code>`
  const text = `<small>${escapeHtml(advertiserName)}</small><strong>${escapeHtml(title)}</strong>${coupon}`
  return `<li><a href="${escapeHtml(href)}" target="_top" rel="sponsored nofollow">${text}</a></li>`
}

function buildPage(texts: TextSource, { locale, items }: { locale: Locale; items: readonly string[] }): string {
  const messages = texts(locale, ['promotions']) as Messages
  const t = createTranslator<Messages, 'promotions'>({ locale, messages, namespace: 'promotions', timeZone: 'UTC' })
  const body = items.length === 0 ? `<p>${escapeHtml(t('widget.empty'))}</p>` : `<ul>${items.join('')}</ul>`
  const head = `<meta charset="utf-8"><meta name="robots" content="noindex"><title>${escapeHtml(t('title'))}</title>`
  return `<!doctype html><html lang="${locale}"><head>${head}<style>${STYLE}</style></head><body>${body}</body></html>`
}
