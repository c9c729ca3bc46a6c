import { parse } from 'pg-connection-string'
import type { DatabaseServer, SessionTarget } from './database-client.ts'
import { StartError } from '../start-error.ts'

/** The parts of DATABASE_URL. */
export interface DatabaseUrl {
  /** At least one, in the order in which they are tried. */
  servers: readonly DatabaseServer[]
  /** Which of the servers the network may use. */
  target: SessionTarget
  /** Limit for one server to answer. */
  answerMs: number
  /** The settings of the parameter `options`, each as the server reads it: `-c name=value`. */
  options: readonly string[]
  /** The other parts, as the driver takes them. */
  client: Readonly<Record<string, unknown>>
}

const DEFAULT_ANSWER_MS = 2000
const MAX_ANSWER_SECONDS = 60

const TARGETS: Readonly<Record<string, SessionTarget>> = { any: 'any', primary: 'primary', 'read-write': 'read-write' }

/** The parameters that the driver reads; with those that have a list of values. */
const DRIVER_PARAMETERS: Readonly<Record<string, readonly string[] | undefined>> = {
  password: undefined,
  ssl: ['true', '1', '0', 'no-verify'],
  sslcert: undefined,
  sslkey: undefined,
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  sslrootcert: undefined,
  uselibpqcompat: ['true', 'false'],
  user: undefined,
}
const OWN_PARAMETERS = ['application_name', 'connect_timeout', 'host', 'options', 'port', 'target_session_attrs']
const PARAMETERS = [...Object.keys(DRIVER_PARAMETERS), ...OWN_PARAMETERS].toSorted()

/**
 * Parses DATABASE_URL, which may name several hosts as libpq does:
 * `postgresql://user:password@one:5432,two:5433/name?target_session_attrs=read-write`. The driver's parser takes one
 * host, so it only gets the other parts. Throws a StartError with a sentence that contains no value.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const { userInfo, hosts, path, query } = split(text)
  const parameters = readParameters(query)
  refuseTwice(parameters, userInfo)
  const servers = readServers(hosts, parameters)
  return {
    servers,
    target: readTarget(parameters, servers.length),
    answerMs: readAnswerMs(parameters),
    options: readOptions(parameters.get('options') ?? ''),
    client: readClient({ userInfo, path, parameters }),
  }
}

/** Returns the sentence that says why DATABASE_URL cannot be used; `undefined` if it can. */
export function findDatabaseUrlFault(text: string): string | undefined {
  try {
    parseDatabaseUrl(text)
    return undefined
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

function refuse(sentence: string): never {
  throw new StartError(`DATABASE_URL must ${sentence}.`)
}

function split(text: string) {
  const parts = /^postgres(?:ql)?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?(#)?/.exec(text)
  if (parts === null) refuse('be a PostgreSQL address, like postgres://user:password@host:5432/name')
  const [, authority = '', path = '', query = '', fragment] = parts
  if (fragment !== undefined) refuse('contain no #; in a user name or password, write it as %23')
  // As in WHATWG URLs, the last @ ends the password.
  const at = authority.lastIndexOf('@')
  return { userInfo: authority.slice(0, Math.max(at, 0)), hosts: authority.slice(at + 1), path, query }
}

function readParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    // An unencoded ? in a password makes its rest look like a parameter, so the sentence names no unlikely name.
    const shown = /^[a-z_]{1,30}$/.test(name) && !query.includes('@') ? name : 'one of them'
    if (!PARAMETERS.includes(name)) refuse(`have no parameters but ${PARAMETERS.join(', ')}; ${shown} is unknown`)
    if (parameters.has(name)) refuse(`have each parameter once; ${shown} is there twice`)
    parameters.set(name, value)
  }
  return parameters
}

function refuseTwice(parameters: ReadonlyMap<string, string>, userInfo: string): void {
  const [user, ...password] = userInfo.split(':')
  if (user !== '' && parameters.has('user')) refuse('name its user once, before the host or as a parameter')
  if (password.length > 0 && parameters.has('password')) {
    refuse('contain its password once, before the host or as a parameter')
  }
  if (parameters.has('ssl') && parameters.has('sslmode')) refuse('choose TLS once, by ssl or by sslmode')
}

/** Reads the servers from the address, or from the parameters `host` and `port`, which replace a single host. */
function readServers(hosts: string, parameters: ReadonlyMap<string, string>): DatabaseServer[] {
  const listed = hosts.split(',').map(readServer)
  const named = parameters.get('host')?.split(',')
  if (named !== undefined && listed.length > 1) refuse('list its hosts once, after the @ or in the parameter host')
  const servers = named?.map((host) => ({ ...listed[0], host })) ?? listed
  if (servers.length > 1 && servers.some(({ host }) => !host)) refuse('name a host before and after each comma')
  const ports = parameters.get('port')?.split(',').map(readPort)
  return ports === undefined ? servers : withPorts(servers, ports)
}

function withPorts(servers: readonly DatabaseServer[], ports: readonly number[]): DatabaseServer[] {
  if (servers.some(({ port }) => port !== undefined)) refuse('give its ports once, after the hosts or as a parameter')
  if (ports.length > 1 && ports.length !== servers.length) refuse('give one port, or one for each host')
  return servers.map((server, index) => ({ ...server, port: ports[index] ?? ports[0] }))
}

function readServer(text: string): DatabaseServer {
  const [, address, name = '', port] =
    /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]]*))(?::([^:]*))?$/.exec(text) ?? refuseServer()
  const host = address ?? decode(name)
  return { ...(host === '' ? {} : { host }), ...(port === undefined ? {} : { port: readPort(port) }) }
}

function refuseServer(): never {
  return refuse('list its hosts as host:port, separated by commas; an IPv6 address stands in brackets')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuseServer()
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) {
    refuse('have ports from 1 to 65535; in a user name or password, write @ as %40, / as %2F and ? as %3F')
  }
  return port
}

/** Of several servers the network uses one that takes writes, unless the address says otherwise. */
function readTarget(parameters: ReadonlyMap<string, string>, servers: number): SessionTarget {
  const text = parameters.get('target_session_attrs')
  if (text === undefined) return servers > 1 ? 'read-write' : 'any'
  return (
    TARGETS[text] ?? refuse('have target_session_attrs read-write, primary or any, because the network has to write')
  )
}

function readAnswerMs(parameters: ReadonlyMap<string, string>): number {
  const text = parameters.get('connect_timeout')
  if (text === undefined) return DEFAULT_ANSWER_MS
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (seconds < 1 || seconds > MAX_ANSWER_SECONDS) refuse(`have a connect_timeout from 1 to ${MAX_ANSWER_SECONDS}`)
  return seconds * 1000
}

/** Reads `-c name=value` and `--name=value`, separated by white space that no backslash precedes. */
function readOptions(text: string): string[] {
  const words = [...text.matchAll(/(?:\\.|[^\s\\])+/gs)].map(([word]) => word)
  const options: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const setting = word === '-c' ? words[++index] : /^(?:-c|--)(.*)$/s.exec(word)?.[1]
    const [, name = '', value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(setting ?? '') ?? []
    if (name === '') refuse('have settings in its options, like -c lock_timeout=5s, and nothing else')
    if (name === 'synchronous_commit' && /^(off|false|no|0)$/i.test(value)) {
      refuse('leave synchronous_commit on, because a click or an order that was answered must not be lost')
    }
    options.push(`-c ${name}=${value}`)
  }
  return options
}

interface ClientParts {
  userInfo: string
  path: string
  parameters: ReadonlyMap<string, string>
}

/** Lets the driver's parser read the user, the database and TLS, from an address with one host. */
function readClient({ userInfo, path, parameters }: ClientParts): Record<string, unknown> {
  const kept = Object.entries(DRIVER_PARAMETERS).flatMap(([name, values]) => {
    const value = parameters.get(name)
    if (value === undefined) return []
    if (values !== undefined && !values.includes(value)) refuse(`have an ${name} that is ${values.join(', ')}`)
    return [[name, value]]
  })
  const isLikeLibpq = parameters.get('uselibpqcompat') === 'true' && parameters.get('sslmode') === 'verify-ca'
  if (isLikeLibpq && !parameters.get('sslrootcert')) refuse('name an sslrootcert with sslmode=verify-ca')
  const address = `postgres://${userInfo.replaceAll('@', '%40')}@host${path}?${new URLSearchParams(kept)}`
  const { user, password, database, ssl, sslnegotiation } = parseForDriver(address)
  const client = { user, password, database, ssl, sslnegotiation }
  return Object.fromEntries(Object.entries(client).filter(([, value]) => value !== undefined && value !== null))
}

function parseForDriver(address: string): Record<string, unknown> {
  try {
    return { ...parse(address) }
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (syscall !== undefined) {
      throw new StartError(`A certificate or key that DATABASE_URL names cannot be read (${code}).`, { cause })
    }
    return refuse('be a PostgreSQL address whose user, password and name are percent-encoded')
  }
}
