import type { FastifyReply, FastifyRequest } from 'fastify'
import { isExpected, isUnavailable, sendError } from '#platform/server/http/problem.ts'

/**
 * Answers when a page could not even begin to be made. It needs nothing but this file: no database, no build, no
 * script.
 */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  if (!wantsPage || request.url.startsWith('/api/') || isExpected(error)) return sendError(error, request, reply)
  const isAway = isUnavailable((error as { code?: string }).code)
  request.log.error({ err: error }, 'page failed')
  reply.code(isAway ? 503 : 500).type('text/html; charset=utf-8')
  if (isAway) reply.header('Retry-After', '3')
  return reply.send(isAway ? page(AWAY) : page(BROKEN))
}

const AWAY = {
  title: 'Back in a moment',
  text: 'The network is restarting. Nothing was lost; please load this page again in a few seconds.',
}

const BROKEN = {
  title: 'Something went wrong on our side',
  text: 'Nothing was changed. Please load this page again; if it stays like this, write to support.',
}

function page({ title, text }: { title: string; text: string }): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="">Load again</a>
 · <a href="/">Home</a></p></main></body></html>`
}
