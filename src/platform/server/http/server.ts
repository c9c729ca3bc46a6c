import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKeyAccess } from '#kernel/access.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { invalidField, notFound, Refusal } from '#kernel/errors.ts'
import { isSameSecret } from '../secrets/opaque-token.ts'
import { createHttpServer, refuseBytes } from './http-server.ts'
import type { ConnectionOptions } from './http-server.ts'
import { admit } from './request-guard.ts'
import { checkAdvertiser, checkCsrfToken, checkSameOrigin, findFileRedirect } from './csrf.ts'
import { sendError } from './problem.ts'
import { addFormParsers } from './form-body.ts'
import { leaveMultipartUnread, withUploadedFile } from './file-body.ts'
import { FastPathServer } from './fast-path-server.ts'
import { cookieNames, createRequestContext, findActorAdvertiserId } from './request-context.ts'
import type { RequestSource } from './request-context.ts'
import { checkAccess, FileReply, runRoute } from './route.ts'
import type { RawInput, RequestCtx, Route } from './route.ts'

/** Options of `createServer`. */
export interface ServerOptions extends RequestSource, ConnectionOptions {
  logger: FastifyBaseLogger
  routes: readonly Route[]
  /** Answers with a kept page before the router; returns `true` when it took the request. */
  servePage?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Returns whether this process can serve requests. */
  isReady(): Promise<boolean>
  /** Returns whether this process will stop soon, although it serves; `/readyz` then sends balancers elsewhere. */
  isDraining?(): boolean
  /** Says why this process does not serve what it should although it reaches the database; `/readyz` answers 503. */
  listFaults?(): string[]
  /** Describes what an operator should know although the process serves; `/readyz` shows it. */
  describeReadiness?(): Promise<{ warnings: string[] }>
  /** Returns the metrics in the Prometheus text format. */
  metrics(): Promise<string>
  /** The token that reads `/metrics`. Without it the address does not exist. */
  metricsToken?: string | undefined
}

/** The largest body that is neither a form nor a file. */
const MAX_BODY_BYTES = 1_048_576

/** Creates a Fastify server with all routes and the checks that apply to all of them. The caller starts listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
    serverFactory: (handler) =>
      createHttpServer({
        ...options,
        origin: options.branding.publicUrl,
        handler: (request, response) => {
          if (!admit(request, response, options.branding.publicUrl)) return
          if (!options.servePage?.(request, response)) handler(request, response)
        },
      }),
    clientErrorHandler: answerClientError,
  })
  server.setErrorHandler(sendError)
  server.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
  await server.register(cookie)
  addFormParsers(server)
  server.addHook('onSend', drainRequest)
  refuseForeignRequests(server, options)
  const byAddress = Map.groupBy(options.routes, ({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  const mounted = [...byAddress].map(([address, routes]) => ({ address, routes }))
  for (const one of mounted.filter((each) => !takesFile(each))) mount(server, one, options)
  await server.register(async (scope) => {
    leaveMultipartUnread(scope)
    for (const one of mounted.filter(takesFile)) mount(scope, one, options)
  })
  mountOperations(server, options)
  return server
}

function answerClientError(this: FastifyInstance, error: Error & { code?: string }, socket: Duplex): void {
  if (this.server instanceof FastPathServer) refuseBytes(this.server, error, socket)
}

function refuseForeignRequests(server: FastifyInstance, options: ServerOptions): void {
  const { session } = cookieNames(options.branding.publicUrl)
  server.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    checkSameOrigin(request, {
      publicUrl: options.branding.publicUrl,
      hasSession: request.cookies[session] !== undefined,
    })
  })
}

interface Mounted {
  /** Method and path, separated by a space. */
  address: string
  routes: readonly Route[]
}

function takesFile({ routes }: Mounted): boolean {
  return routes.some(({ endpoint }) => endpoint.encoding === 'file')
}

/** A request whose access is checked, before its body is read. */
interface AdmittedRequest {
  route: Route
  ctx: RequestCtx
}

/**
 * Mounts the routes of one address. If there are several, each has a selector. The origin, the session, its brand and
 * the type of the body are checked before the body is read; the CSRF token is checked before any value of the form is
 * used.
 */
function mount(server: FastifyInstance, { address, routes }: Mounted, options: ServerOptions): void {
  const [method = '', url = ''] = address.split(' ')
  const admitted = new WeakMap<FastifyRequest, AdmittedRequest>()
  server.route({
    method,
    url,
    onRequest: async (request, reply) => {
      const route = selectRoute(routes, request)
      const ctx = await createRequestContext(options, { request, reply }, route.endpoint)
      checkAccess(route.endpoint.access, ctx.actor)
      const choice = findFileRedirect(request, route.endpoint, findActorAdvertiserId(ctx))
      if (choice !== undefined) return reply.header('Cache-Control', 'no-store').redirect(choice, 303)
      checkAdvertiser(request, route.endpoint, findActorAdvertiserId(ctx))
      checkEncoding(route.endpoint, request)
      admitted.set(request, { route, ctx })
      return undefined
    },
    handler: async (request, reply) => {
      const { route, ctx } = admitted.get(request) ?? notAdmitted()
      const { access, encoding, maxFileBytes = 0 } = route.endpoint
      const run = async (raw: RawInput) => sendAnswer(reply, await runRoute(route, ctx, raw))
      const { params, query } = request
      if (encoding === 'file') {
        // No page of another site can send an API key.
        const checkToken = (fields: Fields) => {
          if (!isKeyAccess(access)) checkFormToken({ request, ctx }, fields, options)
        }
        return withUploadedFile(request, { maxFileBytes, checkToken }, (file) => run({ params, query, file }))
      }
      const body = request.body as Fields | null | undefined
      if (encoding === 'form') checkFormToken({ request, ctx }, body, options)
      return run({ params, query, body })
    },
  })
}

function notAdmitted(): never {
  throw new Error('A request reached its handler without a check of its access.')
}

function selectRoute(routes: readonly Route[], request: FastifyRequest): Route {
  const query = request.query as Record<string, unknown>
  const found = routes.find(({ endpoint: { selector } }) => !selector || query[selector.name] === selector.value)
  if (found) return found
  const selectors = routes.flatMap(({ endpoint }) => endpoint.selector ?? [])
  const [name = ''] = selectors.map((selector) => selector.name)
  const values = selectors.map(({ value }) => value).join(', ')
  throw invalidField(name, { code: 'input.one_of', params: { name, values } }, 'invalid_input')
}

/** Refuses a body of another type than the endpoint declares. A call without a body takes any type but a form. */
function checkEncoding(endpoint: Endpoint, request: FastifyRequest): void {
  if (request.method === 'GET') return
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim()
  const isMultipart = type === 'multipart/form-data'
  const isForm = isMultipart || type === 'application/x-www-form-urlencoded'
  const declared = { json: type === 'application/json', form: isForm, file: isMultipart, none: !isForm }
  const isDeclared = declared[endpoint.encoding]
  if (!isDeclared) {
    const { encoding } = endpoint
    throw new Refusal({
      code: 'request.encoding',
      params: { encoding },
      status: 415,
      wireCode: 'unsupported_media_type',
    })
  }
}

type Fields = Record<string, unknown>

function checkFormToken(
  { request, ctx }: { request: FastifyRequest; ctx: RequestCtx },
  fields: Fields | null | undefined,
  options: ServerOptions,
): void {
  const { csrf, session } = cookieNames(options.branding.publicUrl)
  const { cookies } = request
  const binding = { csrf: cookies[csrf], session: cookies[session], advertiserId: findActorAdvertiserId(ctx) }
  checkCsrfToken(request, { key: options.secrets.csrf, ...binding, fields })
}

function sendAnswer(reply: FastifyReply, answer: unknown): FastifyReply {
  reply.header('Cache-Control', 'no-store')
  if (!(answer instanceof FileReply)) return reply.send(answer)
  const { filename, contentType, headers, body } = answer.file
  if (filename !== undefined) reply.header('Content-Disposition', `attachment; filename="${filename}"`)
  return reply
    .headers(headers ?? {})
    .type(contentType)
    .send(body)
}

function mountOperations(server: FastifyInstance, options: ServerOptions): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    if (options.isDraining?.()) return reply.code(503).send({ status: 'stopping' })
    const faults = options.listFaults?.() ?? []
    if (faults.length > 0)
      return reply.code(503).header('Retry-After', '2').send({ status: 'failing', warnings: faults })
    if (await options.isReady()) return { status: 'ready', ...(await options.describeReadiness?.()) }
    return reply.code(503).header('Retry-After', '2').send({ status: 'starting' })
  })
  const { metricsToken } = options
  if (metricsToken === undefined) return
  server.get('/metrics', async ({ headers }, reply) => {
    if (!isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      throw new Refusal({ code: 'metrics_token', status: 401, challenge: 'Bearer' })
    }
    return reply.type('text/plain; version=0.0.4').send(await options.metrics())
  })
}

/** The largest file that any call takes. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 10_000
/** A client that sends nothing for so long waits for the answer. */
const IDLE_MS = 1000

/**
 * Reads and drops the rest of a request that is answered before it ends, mostly refused: a client whose connection is
 * closed while it sends never reads the answer. Closes the connection of a client that sends much more.
 */
async function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  // A test that injects a request has all of it.
  const isUnfinished = () => 'complete' in raw && !raw.complete && !raw.destroyed
  if (!isUnfinished()) return
  if (Number(raw.headers['content-length'] ?? 0) <= MAX_BYTES) await drain(raw)
  if (isUnfinished()) reply.header('Connection', 'close')
}

async function drain(request: IncomingMessage): Promise<void> {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const [end, idle] = [setTimeout(finish, MAX_MS), setTimeout(finish, IDLE_MS)]
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    idle.refresh()
    if (bytes > MAX_BYTES) finish()
  }
  request.on('data', count).once('end', finish).once('close', finish).resume()
  await isDone
  request.off('data', count).off('end', finish).off('close', finish).pause()
  clearTimeout(end)
  clearTimeout(idle)
}
