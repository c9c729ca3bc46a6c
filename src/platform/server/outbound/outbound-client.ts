import { Resolver as DnsResolver } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { readBody } from './read-body.ts'
import { isPublicAddress } from './public-address.ts'

/** Why a fetch failed. `refused` names every address that is not a public http or https server. */
export type OutboundFault = 'refused' | 'busy' | 'timeout' | 'unreachable' | 'too_many_redirects'

/** A fetch that failed. The message is for the log, not for the person who gave the address. */
export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, detail: string) {
    super(detail)
    this.name = 'OutboundError'
    this.fault = fault
  }
}

/** Returns all addresses of a host name. */
export type AddressResolver = (hostname: string, signal: AbortSignal) => Promise<string[]>

/** Returns the TXT records of a name, each in its parts; fails or returns none for a name without any. */
export type TxtResolver = (name: string, signal: AbortSignal) => Promise<string[][]>

/** Where a socket connects. `lookup` checks the addresses; a connector must use no other way to resolve the host. */
export interface Target {
  protocol: 'http:' | 'https:'
  host: string
  port: number
  lookup: LookupFunction
}

/** Opens a socket to a target. */
export type Connector = (target: Target) => Socket

/** Limits of one fetch. */
export interface FetchLimits {
  /** For all hops together, from the first name to the last byte. */
  timeoutMs: number
  /** Bytes of the decompressed body; the rest is not read. */
  maxBytes: number
  maxRedirects: number
}

/** The last response of a fetch. */
export interface OutboundResponse {
  /** The address that answered, after all redirects. */
  url: string
  status: number
  /** The beginning of the body, as one character per byte. */
  body: string
}

/** One response of a walk: it may lead on. */
export interface OutboundVisit extends OutboundResponse {
  /** The address to which it redirects; undefined when it is the last. */
  location: string | undefined
}

/** Dependencies of the client. Tests pass their own resolver and connector. */
export interface OutboundOptions {
  resolve?: AddressResolver
  resolveTxt?: TxtResolver
  connect?: Connector
  /** Fetches at the same time in this process; one more is refused as `busy`. */
  maxFetches?: number
  userAgent: string
}

const DEFAULT_LIMITS: FetchLimits = { timeoutMs: 10_000, maxBytes: 2_000_000, maxRedirects: 3 }
const DEFAULT_MAX_FETCHES = 8
const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Fetches pages whose address a stranger gave, and only from public servers: http and https on ports 80 and 443. Every
 * address is checked inside the lookup of the socket that connects to it, on every hop, so a name that resolves to
 * another address the second time gains nothing. No proxy, cookie, setting or header takes part.
 */
export class OutboundClient {
  readonly #resolve: AddressResolver
  readonly #resolveTxt: TxtResolver
  readonly #connect: Connector
  readonly #maxFetches: number
  readonly #userAgent: string
  #fetches = 0

  constructor(options: OutboundOptions) {
    this.#resolve = options.resolve ?? resolveByDns
    this.#resolveTxt = options.resolveTxt ?? resolveTxtByDns
    this.#connect = options.connect ?? connectSocket
    this.#maxFetches = options.maxFetches ?? DEFAULT_MAX_FETCHES
    this.#userAgent = options.userAgent
  }

  /** Gets a page and follows its redirects. Throws an `OutboundError`. */
  get(address: string, limits: Partial<FetchLimits> = {}): Promise<OutboundResponse> {
    const { timeoutMs, ...rest } = { ...DEFAULT_LIMITS, ...limits }
    return this.#inTime(timeoutMs, (signal) => this.#follow(address, { ...rest, signal }))
  }

  /** Gets one address. Does not follow a redirect, whose body it does not read. Throws an `OutboundError`. */
  visit(address: string, limits: Partial<Omit<FetchLimits, 'maxRedirects'>> = {}): Promise<OutboundVisit> {
    const { timeoutMs, maxBytes } = { ...DEFAULT_LIMITS, ...limits }
    return this.#inTime(timeoutMs, (signal) => this.#read(readAddress(address), { maxBytes, signal }))
  }

  /**
   * Reads the TXT records of a name from the name servers; none when the name has none or its servers fail. Throws an
   * `OutboundError` when it takes too long or too many fetches run.
   */
  getTxt(name: string, { timeoutMs = DEFAULT_LIMITS.timeoutMs }: { timeoutMs?: number } = {}): Promise<string[]> {
    return this.#inTime(timeoutMs, async (signal) => {
      const records = await this.#resolveTxt(name, signal).catch(() => [])
      signal.throwIfAborted()
      return records.map((parts) => parts.join(''))
    })
  }

  /** Runs a fetch that ends after its time, unless as many run as this process may. */
  async #inTime<T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#fetches >= this.#maxFetches) throw new OutboundError('busy', 'All places for outbound requests are taken')
    this.#fetches += 1
    const timer = new AbortController()
    const timeout = setTimeout(
      () => timer.abort(new OutboundError('timeout', `No answer after ${timeoutMs} ms`)),
      timeoutMs,
    )
    try {
      return await run(timer.signal)
    } catch (error) {
      throw toOutboundError(timer.signal.aborted ? timer.signal.reason : error)
    } finally {
      clearTimeout(timeout)
      this.#fetches -= 1
    }
  }

  async #follow(address: string, run: Run): Promise<OutboundResponse> {
    let url = readAddress(address)
    for (let hops = 0; hops <= run.maxRedirects; hops += 1) {
      const { location, ...response } = await this.#read(url, run)
      if (location === undefined) return response
      url = readAddress(location, url)
    }
    throw new OutboundError('too_many_redirects', `More than ${run.maxRedirects} redirects`)
  }

  /** Reads a response, but of a redirect only where it leads. */
  async #read(url: URL, run: Omit<Run, 'maxRedirects'>): Promise<OutboundVisit> {
    const response = await this.#request(url, run.signal)
    const { statusCode: status = 0, headers } = response
    const location = REDIRECTS.has(status) ? headers.location : undefined
    if (location === undefined) return { url: url.href, status, body: await readBody(response, run), location }
    response.destroy()
    return { url: url.href, status, body: '', location: URL.parse(location, url.href)?.href ?? location }
  }

  #request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const target: Target = {
      protocol: url.protocol === 'https:' ? 'https:' : 'http:',
      host: getHost(url),
      port: PORTS[url.protocol] ?? 0,
      lookup: this.#guardedLookup(signal),
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request: ClientRequest = httpRequest({
      method: 'GET',
      path: url.pathname + url.search,
      // Without an agent: no proxy of the environment and no shared connection.
      createConnection: () => this.#connect(target),
      headers: { Host: url.host, 'User-Agent': this.#userAgent, Accept: 'text/html,*/*;q=0.1', Connection: 'close' },
      signal,
    })
    request.on('response', resolve).on('error', reject).end()
    return promise
  }

  /** Resolves a name for a socket, and fails when one of its addresses is not public. */
  #guardedLookup(signal: AbortSignal): LookupFunction {
    return (hostname, options, callback) => {
      this.#resolve(hostname, signal)
        .then((addresses) => {
          if (addresses.length === 0) throw new OutboundError('unreachable', `${hostname} has no address`)
          const inside = addresses.find((address) => !isPublicAddress(address))
          if (inside !== undefined) throw new OutboundError('refused', `${hostname} resolves to ${inside}`)
          return addresses.map((address) => ({ address, family: isIP(address) }))
        })
        .then(
          (found) => answerLookup(found, options.all === true, callback),
          (error: Error) => callback(error, '', 4),
        )
    }
  }
}

interface Run extends Omit<FetchLimits, 'timeoutMs'> {
  signal: AbortSignal
}

type Found = { address: string; family: number }[]

function answerLookup(found: Found, isAll: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = found
  if (isAll || first === undefined) callback(null, found)
  else callback(null, first.address, first.family)
}

/** Reads an address or a redirect. A socket does not look a literal address up, so it is checked here. */
function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null) throw new OutboundError('refused', 'The address cannot be parsed')
  const port = PORTS[url.protocol]
  if (port === undefined) throw new OutboundError('refused', `The scheme is ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new OutboundError('refused', 'The address has a user name')
  // A URL has no port when it is the one of its scheme.
  if (url.port !== '') throw new OutboundError('refused', `The port is ${url.port}`)
  const host = getHost(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new OutboundError('refused', `${host} is not public`)
  return url
}

function getHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function connectSocket({ protocol, host, port, lookup }: Target): Socket {
  if (protocol === 'http:') return connectTcp({ host, port, lookup })
  return connectTls({ host, port, lookup, ...(isIP(host) === 0 ? { servername: host } : {}) })
}

const DNS_TIMEOUT_MS = 3000

/**
 * Asks the name servers directly. The resolver of the operating system would read local names from /etc/hosts, and a
 * slow name would hold one of the few threads that also hash passwords.
 */
async function resolveByDns(hostname: string, signal: AbortSignal): Promise<string[]> {
  const answers = await askByDns(signal, (resolver) =>
    Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function resolveTxtByDns(name: string, signal: AbortSignal): Promise<string[][]> {
  return askByDns(signal, (resolver) => resolver.resolveTxt(name))
}

async function askByDns<T>(signal: AbortSignal, ask: (resolver: DnsResolver) => Promise<T>): Promise<T> {
  const resolver = new DnsResolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await ask(resolver)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  return new OutboundError('unreachable', error instanceof Error ? error.message : String(error))
}
