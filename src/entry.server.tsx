import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { EntryContext, HandleErrorFunction, RouteObject, ServerBuild } from 'react-router'
import { callContext, pageCall, sessionContext } from '#platform/web/call-context.ts'
import { keepExpiredForms } from '#platform/web/expired-form.ts'
import { NonceContext, nonceContext } from '#platform/web/nonce.ts'
import type { PageHandle } from '#platform/web/page-handle.ts'
import { coalesceHtmlChunks, leanScripts } from '#app/coalesce-html-chunks.ts'
import type { RequestParts, SharedPageIndex } from '#app/site.ts'
import { forOthers, forPublishers } from '#pages/shell/route-ids.ts'

/** How long React Router waits for the deferred data of a page. */
export const streamTimeout = 10_000

const logContext = createContext<RequestParts['logError']>()
const isWholeContext = createContext(false)

/**
 * Creates the handler of page requests. It is created here because the site's bundle has its own copies of the router
 * and of the context keys. Some addresses show publishers another page than other readers. The server sends the browser
 * the matching half of the route manifest, so that both always agree.
 */
export function createPageHandler(build: ServerBuild, mode: string) {
  const keeping = withKeptForms(build)
  const handlePublisher = createRequestHandler(withoutRoutes(keeping, forOthers), mode)
  const handleOthers = createRequestHandler(withoutRoutes(keeping, forPublishers), mode)
  return (request: Request, parts: RequestParts) => {
    const handle = parts.session.actor?.role === 'publisher' ? handlePublisher : handleOthers
    return handle(request, createLoadContext(parts))
  }
}

const SIGNED_IN_LAYOUTS = ['pages/shell/console-layout', 'pages/shell/shared-layout']

function withKeptForms(build: ServerBuild): ServerBuild {
  type Route = ServerBuild['routes'][string]
  const isSignedIn = ({ parentId = '' }: NonNullable<Route>): boolean => {
    const parent = build.routes[parentId]
    return SIGNED_IN_LAYOUTS.includes(parentId) || (parent !== undefined && isSignedIn(parent))
  }
  const keep = (route: Route) => {
    const action = route?.module.action
    if (!action || !isSignedIn(route)) return route
    return { ...route, module: { ...route.module, action: keepExpiredForms(action) } }
  }
  return { ...build, routes: Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, keep(route)])) }
}

function withoutRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const without = <T,>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => !ids.includes(id)))
  const assets = { ...build.assets, routes: without(build.assets.routes) }
  return { ...build, assets, routes: without(build.routes) }
}

/** Creates the index of the pages that visitors share. */
export function createPageIndex(build: ServerBuild): SharedPageIndex {
  const { routes } = withoutRoutes(build, forPublishers)
  const tree = nestRoutes(routes)
  const getHandles = (ids: readonly string[]) =>
    ids.flatMap((id) => (routes[id]?.module.handle as PageHandle | undefined) ?? [])
  return {
    find(pathname) {
      const ids = (matchRoutes(tree, pathname) ?? []).flatMap(({ route }) => route.id ?? [])
      const handles = getHandles(ids)
      if (!handles.some(({ isShared }) => isShared)) return undefined
      return { id: ids.at(-1) ?? '', params: collectParams(handles) }
    },
    params: collectParams(getHandles(Object.keys(routes))),
  }
}

function collectParams(handles: readonly PageHandle[]): ReadonlySet<string> {
  return new Set(handles.flatMap(({ params = [] }) => params))
}

function nestRoutes(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  const own = Object.values(routes).flatMap((route) => (route?.parentId === parentId ? (route ?? []) : []))
  return own.map(({ id, path, index, caseSensitive }) => {
    const plain = { id, ...(path === undefined ? {} : { path }), ...(caseSensitive ? { caseSensitive } : {}) }
    return index ? { ...plain, index } : { ...plain, children: nestRoutes(routes, id) }
  })
}

function createLoadContext(parts: RequestParts): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, pageCall(parts.call, { url: parts.url, isVisitor: parts.session.actor === null }))
  context.set(sessionContext, parts.session)
  context.set(nonceContext, parts.nonce)
  context.set(isWholeContext, parts.isWhole ?? false)
  context.set(logContext, parts.logError)
  return context
}

/** Logs what fails in loaders, actions and pages; React Router would write it to the console as several lines. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  const isExpected = isRouteErrorResponse(error) && error.status < 500
  if (!isExpected && !request.signal.aborted) context.get(logContext)(error)
}

interface RenderOptions {
  status: number
  headers: Headers
  router: EntryContext
  nonce: string | undefined
  isWhole: boolean
}

type HandlerArguments = [Request, number, Headers, EntryContext, Readonly<RouterContextProvider>]

export default function handleRequest(...[request, status, headers, router, context]: HandlerArguments) {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const isWhole = context.get(isWholeContext) || isbot(request.headers.get('user-agent') ?? '')
  return render(request, { status, headers, router, nonce: context.get(nonceContext), isWhole })
}

function render(request: Request, { status, headers, router, nonce, isWhole }: RenderOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    let hasFailed = false
    const respond = () => {
      clearTimeout(timer)
      const body = coalesceHtmlChunks(leanScripts)
      headers.set('Content-Type', 'text/html; charset=utf-8')
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: hasFailed ? 500 : status }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={request.url} {...(nonce === undefined ? {} : { nonce })} />
      </NonceContext>,
      {
        [isWhole ? 'onAllReady' : 'onShellReady']: respond,
        onShellError: reject,
        onError: () => {
          hasFailed = true
        },
        // Sends every part in place, because React needs a script to move a late part there.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        ...(nonce === undefined ? {} : { nonce }),
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}
