import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorText } from '#platform/server/error-texts.ts'
import { isExpected, isUnavailable, sendError } from '#platform/server/http/problem.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { Locale } from '#texts/texts.ts'

/**
 * Sends a static error page when rendering a page failed before it began. It needs no database, no build and no script.
 */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (!wantsPage || request.url.startsWith('/api/') || isExpected(error)) return sendError(error, request, reply)
  const isDatabaseAway = isUnavailable((error as { code?: string }).code)
  request.log.error({ err: error }, 'page failed')
  reply.code(isDatabaseAway ? 503 : 500).type('text/html; charset=utf-8')
  if (isDatabaseAway) reply.header('Retry-After', '3')
  return reply.send(renderPage(readLocale(request), isDatabaseAway ? 'away' : 'broken'))
}

function renderPage(locale: Locale, kind: 'away' | 'broken'): string {
  const say = (code: 'away' | 'away_title' | 'broken' | 'broken_title' | 'reload' | 'home') =>
    errorText(locale, { code: `page.${code}` })
  const title = say(`${kind}_title`)
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<body><main><h1>${title}</h1><p>${say(kind)}</p><p><a href="">${say('reload')}</a>
 · <a href="/">${say('home')}</a></p></main></body></html>`
}
