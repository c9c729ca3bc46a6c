import { Socket } from 'node:net'
import { toClientConfig, withSetting } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import { NetworkClient, checkRole, closeConnection } from '../database/database-client.ts'
import type { SessionTarget } from '../database/database-client.ts'

/** How long a silent session lives. */
export interface NodeSessionLimits {
  /** The database ends a session that has sent nothing for so long, and frees its locks. */
  silenceMs: number
  /** The session counts as lost when the database has not answered for so long. */
  answerMs: number
}

/** Names of the locks that node sessions hold. All processes on the database share them. */
export const NODES_LOCK = 'nodes'
const JOBS_LOCK = 'jobs'

/** The database holds locks this long for a node that it no longer hears from. */
export const HELD_MS = 6000

/**
 * Makes the database end a session of the jobs, and free its locks, when it no longer hears from the process: while a
 * statement runs and the connection is closed or dead, and when a transaction has waited for `heldMs` for its next
 * statement.
 */
export function endWithNode(connection: Connection, heldMs = HELD_MS): Connection {
  const settings = {
    idle_in_transaction_session_timeout: String(heldMs),
    client_connection_check_interval: '1s',
    tcp_keepalives_idle: '3',
    tcp_keepalives_interval: '1',
    tcp_keepalives_count: '2',
  }
  return Object.entries(settings).reduce((given, [name, value]) => withSetting(given, name, value), connection)
}

/**
 * The session by which a node takes part in its network. Its locks say that the node runs, and which node runs the
 * jobs. They end with the session: at once when the process dies, and after `silenceMs` when the process is suspended
 * or its machine is cut off, because the database then no longer hears from it.
 */
export class NodeSession {
  readonly #socket = new Socket()
  readonly #client: NetworkClient
  readonly #target: SessionTarget

  constructor(connection: Connection, { silenceMs, answerMs }: NodeSessionLimits) {
    const config = toClientConfig(withSetting(connection, 'idle_session_timeout', String(silenceMs)))
    this.#target = config.choice?.target ?? 'any'
    this.#client = new NetworkClient({
      ...config,
      keepAlive: true,
      application_name: 'tandem node',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      stream: () => this.#socket,
    })
  }

  async open(): Promise<void> {
    await this.#client.connect()
  }

  /** Says that this node runs. Answers false while the schema is being migrated. */
  enter(): Promise<boolean> {
    return this.#try('pg_try_advisory_lock_shared', NODES_LOCK)
  }

  /** Takes the right to run the jobs. Answers false while another node has it. Also keeps the session alive. */
  takeJobs(): Promise<boolean> {
    return this.#try('pg_try_advisory_lock', JOBS_LOCK)
  }

  /** Keeps the session alive. Rejects when it is lost, or when another server has become the primary. */
  touch(): Promise<void> {
    return checkRole(this.#client, this.#target)
  }

  /** Ends the session and frees its locks. */
  async close(): Promise<void> {
    await closeConnection(this.#client, this.#socket)
  }

  async #try(take: string, lock: string): Promise<boolean> {
    const text = `SELECT ${take}(hashtextextended($1, 0)) AS is_taken`
    const { rows } = await this.#client.query<{ is_taken: boolean }>(text, [lock])
    return rows[0]?.is_taken === true
  }
}
