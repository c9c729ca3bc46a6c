import type { ServerBuild } from 'react-router'
import type { Call } from '#kernel/endpoint.ts'
import type { WebSession } from '#platform/web/call-context.ts'

/** The built site, as `src/entry.server.tsx` opens it. */
export interface Site {
  handle: PageHandler
  shared: SharedPageIndex
}

type PageHandler = (
  request: Request,
  parts: {
    url: string
    call: Call
    session: WebSession
    nonce: string | undefined
    isWhole?: boolean
    logError: (error: unknown) => void
  },
) => Promise<Response>

interface SharedPageIndex {
  find(pathname: string): { id: string; params: ReadonlySet<string> } | undefined
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
