import { createHash } from 'node:crypto'
import type { PreRouterHandler, PreRouterRequest } from '#platform/server/http/pre-router.ts'
import type { Catalog } from '../queries/catalog.ts'
import { hashHost } from '../rules/tracker.ts'

/** The hosts of one answer. A link to a further host is not tracked by the script. */
const MAX_HOSTS = 20_000

/** The number of answers that a process keeps; they are built again when there are more publishers. */
const MAX_ANSWERS = 500

const KEEP_MS = 1000

const PATH = /^\/hosts\/([a-z0-9]{1,40})(?:\?|$)/

/** `no-cache`: a browser may keep the answer, and uses it only if the network confirms it. */
const HEADERS = Object.entries({
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-cache',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}).flat()

interface Answer {
  body: string
  etag: string
}

/**
 * Creates the handler of `GET /hosts/{site key}`, which the tracking script asks in every page view: the hashes of the
 * hosts of all advertisers that the publisher has joined. It reads only memory, so that it costs less than a redirect.
 */
export function createHostsHandler({ catalog }: { catalog: { readonly current: Catalog } }): PreRouterHandler {
  const find = cacheAnswers(catalog)
  return (request, response) => {
    const [, key] = PATH.exec(request.url ?? '') ?? []
    if (key === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const answer = find(key)
    if (answer === undefined) {
      response.writeHead(404, [...HEADERS, 'Content-Length', '0'])
      response.end()
      return true
    }
    const { body, etag } = answer
    if (isKnown(request, etag)) {
      response.writeHead(304, [...HEADERS, 'ETag', etag])
      response.end()
      return true
    }
    const length = ['Content-Type', 'application/json', 'Content-Length', String(body.length)]
    response.writeHead(200, [...HEADERS, 'ETag', etag, ...length])
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function isKnown({ headers }: PreRouterRequest, etag: string): boolean {
  return headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true
}

const NO_HOSTS = toAnswer([])

/** Keeps each answer for a second, because building one reads the hosts of all advertisers. */
function cacheAnswers(source: { readonly current: Catalog }): (key: string) => Answer | undefined {
  const answers = new Map<bigint, { answer: Answer; builtAt: number }>()
  return (key) => {
    const site = source.current.sites.get(key)
    if (site?.isActive !== true || site.restriction === 'closed') return site && NO_HOSTS
    const { publisherId } = site
    const now = performance.now()
    const kept = answers.get(publisherId)
    if (kept !== undefined && now - kept.builtAt < KEEP_MS) return kept.answer
    if (answers.size >= MAX_ANSWERS) answers.clear()
    const answer = toAnswer(listHosts(source.current, publisherId))
    answers.set(publisherId, { answer, builtAt: now })
    return answer
  }
}

function listHosts({ advertisersByHost }: Catalog, publisherId: bigint): string[] {
  const hosts: string[] = []
  for (const [host, { isOpen, joinedPublisherIds }] of advertisersByHost) {
    if (isOpen && joinedPublisherIds.has(publisherId)) hosts.push(hashHost(host))
    if (hosts.length === MAX_HOSTS) break
  }
  // The same hosts give the same bytes, in whatever order the catalog was read.
  return hosts.toSorted()
}

function toAnswer(hosts: readonly string[]): Answer {
  const body = JSON.stringify(hosts)
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
