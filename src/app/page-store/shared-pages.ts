import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../site.ts'
import { answerPage } from './answer-page.ts'
import type { PageStore } from './page-store.ts'
import { readVisit } from './page-visit.ts'
import { renderShared } from './render-shared.ts'
import type { SharedRenderOptions } from './render-shared.ts'

/** Serves the pages that visitors share from the page store, and renders those that it does not have. */
export class SharedPages {
  readonly #store: PageStore
  readonly #options: SharedRenderOptions
  /** The routes whose pages have turned out to be personal. */
  readonly #personal = new Set<string>()
  #site: Site | undefined

  constructor(store: PageStore, options: SharedRenderOptions) {
    this.#store = store
    this.#options = options
  }

  /** Answers before the router if the page is kept, and returns whether it did. */
  serveKept(request: IncomingMessage, response: ServerResponse): boolean {
    const visit = this.#site && readVisit(request, this.#site.shared.params)
    const page = visit && this.#store.find(visit.key)
    if (page === undefined) return false
    answerPage(request, response, page)
    return true
  }

  /** Answers with a page that visitors share, and returns whether it did. */
  async serve(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    this.#site = site
    // Finding the page of an address takes longer than seeing that a session asks for it.
    if (!readVisit(request.raw, site.shared.params)) return false
    const page = site.shared.find(new URL(this.#options.publicUrl + request.url).pathname)
    const visit = page && !this.#personal.has(page.id) ? readVisit(request.raw, page.params) : undefined
    if (page === undefined || visit === undefined) return false
    const kept = this.#store.find(visit.key)
    const outcome = kept
      ? ({ kind: 'page', page: kept } as const)
      : await this.#store.render(visit.key, () => renderShared(site, visit, this.#options))
    if (outcome.kind === 'personal') {
      this.#personal.add(page.id)
      return false
    }
    if (outcome.kind === 'page') {
      reply.hijack()
      answerPage(request.raw, reply.raw, outcome.page)
    } else {
      const { status, headers, body } = outcome.response
      await reply.code(status).headers(headers).send(body)
    }
    return true
  }
}
