import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The address of a PostgreSQL server; the driver's defaults hold for what is missing. */
export interface DatabaseServer {
  /** A name, an address, or the directory of a Unix socket. */
  host?: string | undefined
  port?: number | undefined
}

/** Which servers may be used: all, those that are no standby, or those whose sessions can also write. */
export type SessionTarget = 'any' | 'primary' | 'read-write'

/** Several servers of which one serves, or one that has to be tested. */
export interface ServerChoice {
  /** In the order in which they are tried. */
  servers: readonly DatabaseServer[]
  target: SessionTarget
  /** Limit for one server to answer. */
  answerMs: number
}

/** The driver's options, and the servers from which each connection chooses. */
export interface NetworkClientConfig extends pg.ClientConfig {
  choice?: ServerChoice | undefined
}

/** The code with which PostgreSQL refuses to write in a session that can only read. */
export const READ_ONLY = '25006'

/** A server that has not answered within this time does not keep the next one waiting. */
export const HEAD_START_MS = 300
/** Limit for closing a connection. */
const PARTING_MS = 500

type ConnectCallback = (error: Error | null, client?: NetworkClient) => void

/**
 * A connection of the driver that first chooses its server, if there are several. The servers are tested on connections
 * of their own, because the driver can open a connection only once.
 */
export class NetworkClient extends pg.Client {
  readonly #config: NetworkClientConfig
  #isEnded = false
  #isReadOnly = false

  constructor(config: NetworkClientConfig = {}) {
    super(config)
    this.#config = config
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY && config.choice !== undefined) this.#isReadOnly = true
    })
    // The server may end the connection before a pool that gets it listens. Without a listener the error would end the
    // process; with one, the next statement fails.
    this.on('error', () => undefined)
  }

  /** Whether the server has lost its role, so that another connection should be opened. */
  get isReadOnly(): boolean {
    return this.#isReadOnly
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
    const { choice } = this.#config
    const connecting = choice === undefined ? super.connect() : this.#connectToChosen(choice)
    if (callback === undefined) return connecting
    connecting.then(
      () => process.nextTick(callback, null, this),
      (error: Error) => process.nextTick(callback, error),
    )
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.#isEnded = true
    return callback === undefined ? super.end() : super.end(callback)
  }

  async #connectToChosen(choice: ServerChoice): Promise<pg.Client> {
    const { host, port } = await chooseServer(choice, this.#config)
    if (this.#isEnded) throw new Error('Connection terminated')
    if (host !== undefined) this.host = host
    if (port !== undefined) this.port = port
    return super.connect()
  }
}

/** The searches that are under way: connections that are opened at once share one. */
const searches = new WeakMap<ServerChoice, Promise<DatabaseServer>>()

async function chooseServer(choice: ServerChoice, config: pg.ClientConfig): Promise<DatabaseServer> {
  const running = searches.get(choice)
  if (running !== undefined) return running
  const search = findServer(choice, config).finally(() => searches.delete(choice))
  searches.set(choice, search)
  return search
}

/**
 * Finds the first server that may be used. Each has a head start before the next one is asked too; one that fails ends
 * its head start. Throws an error with the reasons of all servers, and the code `READ_ONLY` if one of them has it,
 * because that one may be promoted; else the code of the first.
 */
async function findServer(choice: ServerChoice, config: pg.ClientConfig): Promise<DatabaseServer> {
  const search = new AbortController()
  const { signal } = search
  const tests: Promise<DatabaseServer>[] = []
  for (const [index, server] of choice.servers.entries()) {
    tests.push(testInTurn(server, tests.at(-1), sleep(index * HEAD_START_MS, undefined, { signal, ref: false })))
  }
  try {
    return await Promise.any(tests)
  } catch (error) {
    throw describeFailures(choice.servers, (error as AggregateError).errors)
  } finally {
    search.abort()
  }

  async function testInTurn(
    server: DatabaseServer,
    before: Promise<unknown> | undefined,
    headStart: Promise<void>,
  ): Promise<DatabaseServer> {
    await Promise.race([before === undefined ? undefined : failureOf(before), headStart])
    await testServer({ ...config, ...server }, choice, signal)
    return server
  }
}

/** Resolves when `test` fails. */
function failureOf(test: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    test.catch(() => resolve())
  })
}

/** Connects to one server and asks for its role. Rejects when it may not be used or does not answer in time. */
async function testServer(config: pg.ClientConfig, choice: ServerChoice, search: AbortSignal): Promise<void> {
  search.throwIfAborted()
  const socket = new Socket()
  const abort = () => socket.destroy(failure(`it did not answer within ${choice.answerMs} ms`, 'ETIMEDOUT'))
  const timer = setTimeout(abort, choice.answerMs)
  search.addEventListener('abort', abort, { once: true })
  const client = new pg.Client({ ...config, application_name: 'tandem finds its server', stream: () => socket })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await checkRole(client, choice.target)
  } finally {
    clearTimeout(timer)
    search.removeEventListener('abort', abort)
    void closeConnection(client, socket)
  }
}

/** Closes a connection; a server that does not take part in it may not keep the socket. */
export async function closeConnection(client: pg.Client, socket: Socket): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(PARTING_MS, undefined, { ref: false })])
  socket.destroy()
}

/** Rejects with the code `READ_ONLY` when the session may not be used for `target`; also tests that it answers. */
export async function checkRole(client: pg.ClientBase, target: SessionTarget): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(
    `SELECT pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only')::bool AS is_read_only`,
  )
  const { is_standby: isStandby = false, is_read_only: isReadOnly = false } = rows[0] ?? {}
  if (target !== 'any' && isStandby) throw failure('it is a standby', READ_ONLY)
  if (target === 'read-write' && isReadOnly) throw failure('it is read-only', READ_ONLY)
}

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

function describeFailures(servers: readonly DatabaseServer[], errors: readonly unknown[]): Error {
  const reasons = servers.map(({ host = 'localhost', port }, index) => {
    const { message, code } = errors[index] as NodeJS.ErrnoException
    return `${host}${port === undefined ? '' : `:${port}`} (${message || code})`
  })
  const codes = errors.map((error) => (error as NodeJS.ErrnoException).code)
  const code = codes.includes(READ_ONLY) ? READ_ONLY : codes[0]
  return failure(`no server can be used: ${reasons.join(', ')}`, code ?? '')
}
