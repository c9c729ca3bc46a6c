import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { notFound } from '#kernel/errors.ts'
import { TRACKER_PATH } from '#domains/tracking/tracking/rules/tracker.ts'
import { MAX_FORM_BYTES } from '#platform/server/http/form-body.ts'
import { findFormRefusal, logUnreadable } from '#platform/server/http/refusal-log.ts'
import { pageHeaders, trustNonce } from './page-headers.ts'
import { pageRequest } from './page-request.ts'
import type { SharedPages } from './page-store/shared-pages.ts'
import { sendErrorPage } from './plain-error-page.ts'
import { siteLoader } from './site.ts'
import type { RequestSession } from './web-session.ts'

/** Options of `webHandler`. */
export interface WebOptions {
  /** `production` serves the build in `build/`; `development` runs Vite in this process. */
  mode: 'production' | 'development'
  /** The checkout's directory. */
  root: string
  openSession(request: FastifyRequest, reply: FastifyReply): Promise<RequestSession>
  /** Without it, each visitor's page is rendered anew. */
  sharedPages?: SharedPages | undefined
}

type LoadBuild = () => Promise<ServerBuild>

/**
 * Fastify plugin that serves pages on all paths without a route. Register it last and without `fastify-plugin`, so that
 * its body parsers and hooks do not apply to other routes.
 */
export async function webHandler(server: FastifyInstance, options: WebOptions): Promise<void> {
  const isDev = options.mode === 'development'
  // React Router parses forms itself; this parser only limits their size.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  )
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler(sendErrorPage)
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    // Without the flush the compressor holds a streamed page back until it is complete.
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    },
  })
  await mountFlags(server, options.root)
  const loadBuild = isDev ? await mountVite(server, options.root) : await mountBuild(server, options.root)
  mountPages(server, options, loadBuild)
}

function mountPages(server: FastifyInstance, options: WebOptions, loadBuild: LoadBuild): void {
  const usesNonces = options.mode === 'production'
  const loadSite = siteLoader(loadBuild, options.mode)
  server.all('/api/*', async () => {
    throw notFound()
  })
  server.all('/*', async (request, reply) => {
    const site = await loadSite()
    if (await options.sharedPages?.serve(site, request, reply)) return reply
    const nonce = usesNonces ? randomBytes(16).toString('base64') : undefined
    if (nonce === undefined) reply.raw.removeHeader('Content-Security-Policy')
    reply.headers(pageHeaders(nonce === undefined ? undefined : trustNonce(nonce)))
    const { call, isPersonal, ...session } = await options.openSession(request, reply)
    if (isPersonal) reply.header('Cache-Control', 'no-store')
    const page = pageRequest(request, reply)
    const response = await site.handle(page, {
      url: page.url,
      call,
      session,
      nonce,
      logError: (err) => request.log.error({ err }, 'page failed'),
    })
    const refusal = findFormRefusal(request.method, response.status)
    if (refusal) logUnreadable(request, refusal)
    return reply.send(response)
  })
}

/** Serves the flags of all countries, 3 × 2, by their ISO code: `/static/flags/US.svg`. */
async function mountFlags(server: FastifyInstance, root: string): Promise<void> {
  await server.register(serveStatic, {
    root: join(root, 'node_modules', 'country-flag-icons', '3x2'),
    prefix: '/static/flags/',
    allowedPath: (path) => /^\/?[A-Z-]+\.svg$/.test(path),
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '30d',
    setHeaders: (reply) => void reply.header('X-Content-Type-Options', 'nosniff'),
  })
}

async function mountBuild(server: FastifyInstance, root: string): Promise<LoadBuild> {
  const client = join(root, 'build', 'client')
  const entry = join(root, 'build', 'server', 'index.js')
  if (!existsSync(entry)) throw new Error('The site has not been built. Run: npm run build')
  await server.register(serveStatic, {
    root: client,
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.*/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(client, 'assets'))
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('X-Content-Type-Options', 'nosniff')
    },
  })
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild
  return () => Promise.resolve(build)
}

async function mountVite(server: FastifyInstance, root: string): Promise<LoadBuild> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: server.server } },
  })
  await server.register(middie)
  server.use((request: FastifyRequest['raw'], response: ServerResponse, next: (error?: unknown) => void) =>
    vite.middlewares(request, response, next),
  )
  server.get(TRACKER_PATH, async (_request, reply) => {
    const script = await vite.transformRequest('/src/tracker/tracker.ts')
    return reply.type('text/javascript').send(`(() => {${script?.code ?? ''}})()`)
  })
  server.addHook('onClose', () => vite.close())
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
}
