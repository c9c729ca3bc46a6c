import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/errors.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { isExpected, isUnavailable, sendError } from '#platform/server/http/problem.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { Locale } from '#texts/texts.ts'

/**
 * Sends a static error page when rendering a page failed before it began. It needs no database, no build and no script.
 */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  const isAway = isUnavailable((error as { code?: string }).code) || isBusy(error)
  const hasPage = wantsPage && !request.url.startsWith('/api/') && (isAway || !isExpected(error))
  if (!hasPage) return sendError(error, request, reply)
  if (!isExpected(error)) request.log.error({ err: error }, 'page failed')
  reply.code(isAway ? 503 : 500).type('text/html; charset=utf-8')
  if (isAway) reply.header('Retry-After', '3')
  return reply.send(renderPage(readLocale(request), isAway ? 'away' : 'broken'))
}

/** Whether the page was refused because too many others are being rendered, or because it took too long. */
function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.details.status === 503
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
