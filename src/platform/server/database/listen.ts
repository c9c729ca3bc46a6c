import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#database'
import { toClientConfig } from './database.ts'
import type { Connection } from './database.ts'
import { NetworkClient, checkRole, closeConnection } from './database-client.ts'
import type { Logger } from '../log.ts'

/** Options of `ChannelListener`. */
export interface ListenerOptions {
  connection: Connection
  channel: string
  log: Logger
  /**
   * Called with the payload of every notification, and without one after every (re)connection, because notifications
   * may have been missed.
   */
  onChange: (payload?: string) => void
  /** Pause before the next connection attempt. */
  retryMs?: number
  /** Interval for testing that the server still answers and has its role. */
  checkMs?: number
}

/** Limit for the answer to a statement. */
const ANSWER_MS = 5000

/**
 * Listens to a notification channel of the database on its own connection, and reconnects when that breaks, does not
 * answer, or leads to a server that has lost its role.
 */
export class ChannelListener {
  readonly #options: Required<ListenerOptions>
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: ListenerOptions) {
    this.#options = { retryMs: 1000, checkMs: 10_000, ...options }
  }

  start(): void {
    this.#running = this.#keepListening(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #keepListening(signal: AbortSignal): Promise<void> {
    const { channel, log, retryMs } = this.#options
    while (!signal.aborted) {
      await this.#listenOnce(signal).catch((err: unknown) =>
        log.warn({ err, channel }, 'The LISTEN connection to the database broke'),
      )
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves when the listener stops or the server closes the connection. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const { connection, channel, onChange, checkMs } = this.#options
    const socket = new Socket()
    const config = toClientConfig(connection)
    const client = new NetworkClient({
      ...config,
      keepAlive: true,
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
      application_name: nameListener(channel),
      stream: () => socket,
    })
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = () => resolve()
    let isListening = false
    client.on('error', reject)
    client.on('end', resolve)
    client.on('notification', ({ payload }) => onChange(payload ?? ''))
    signal.addEventListener('abort', onAbort, { once: true })
    const listen = async () => {
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      isListening = true
      onChange()
      await ended
    }
    const checks = setInterval(() => {
      if (isListening) checkRole(client, config.choice?.target ?? 'any').catch(reject)
    }, checkMs)
    try {
      await Promise.race([ended, listen()])
    } finally {
      clearInterval(checks)
      signal.removeEventListener('abort', onAbort)
      // A hanging server must not delay the shutdown of this process.
      await closeConnection(client, socket)
    }
  }
}

/** Counts the processes of all nodes that listen to a channel. */
export async function countListeners(db: Db, channel: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${nameListener(channel)}`.execute(db)
  return rows[0]?.count ?? 0
}

function nameListener(channel: string): string {
  return `tandem listens ${channel}`
}
