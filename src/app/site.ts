import type { ServerBuild } from 'react-router'
import type { Call } from '#kernel/endpoint.ts'
import type { WebSession } from '#platform/web/call-context.ts'

/** The built site, as `src/entry.server.tsx` opens it. */
export interface Site {
  handle: PageHandler
  shared: SharedPageIndex
}

type PageHandler = (request: Request, parts: RequestParts) => Promise<Response>

/** The values that the HTTP server passes with a request. */
export interface RequestParts {
  url: string
  call: Call
  session: WebSession
  nonce: string | undefined
  /** Whether the response begins when the page is complete, so that no part of it needs a script to come into place. */
  isWhole?: boolean
  /** Logs an error that is no refusal. */
  logError: (error: unknown) => void
}

/** A page that visitors share, see `PageHandle`. */
interface SharedPage {
  /** The id of its route. */
  id: string
  params: ReadonlySet<string>
}

/** The pages that visitors share. */
export interface SharedPageIndex {
  find(pathname: string): SharedPage | undefined
  /** The search parameters of all of them. */
  params: ReadonlySet<string>
}

/** The part of `src/entry.server.tsx` that this module uses. */
interface EntryModule {
  createPageHandler(build: ServerBuild, mode: string): PageHandler
  createPageIndex(build: ServerBuild): SharedPageIndex
}

/** Caches the site of the current build. In development every change makes a new build. */
export function siteLoader(loadBuild: () => Promise<ServerBuild>, mode: string): () => Promise<Site> {
  let cached: { build: ServerBuild; site: Site } | undefined
  return async () => {
    const build = await loadBuild()
    if (cached?.build !== build) {
      const entry = build.entry.module as unknown as EntryModule
      cached = { build, site: { handle: entry.createPageHandler(build, mode), shared: entry.createPageIndex(build) } }
    }
    return cached.site
  }
}
