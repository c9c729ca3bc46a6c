import type pg from 'pg'
import type { Click } from '../tables.ts'
import { clicksToCopyText } from '../views.ts'

/** Stores clicks permanently. Every call settles within a bounded time. */
export interface ClickStore {
  /** Writes and commits new clicks. Rejects unless all of them are known to be committed. */
  insert(clicks: readonly Click[]): Promise<void>
  /**
   * Writes clicks (as JSON, see `clickToJson`) and marks their hours as late, in one transaction. Skips a click that
   * the database has already, and answers the number of the others. Leaves out what retention has removed from the
   * other clicks of the month. An empty list only tests that the database answers.
   */
  replay(clicks: readonly string[]): Promise<number>
  /** Writes clicks as `replay` does and takes them back. Rejects if the database does not accept them. */
  tryOut(clicks: readonly string[]): Promise<void>
}

const COLUMNS = `publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1, sub2, sub3, sub4, sub5,
  destination, referrer, user_agent, ip_prefix, country, device, promotion_id, link_id`

const COPY = `COPY click (${COLUMNS}) FROM STDIN`

const REPLAY = `WITH replayed AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS click (
      publisher_id bigint, id uuid, clicked_at timestamptz, site_id bigint, advertiser_id bigint, terms_id bigint,
      verdict verdict, sub1 text, sub2 text, sub3 text, sub4 text, sub5 text,
      destination text, referrer text, user_agent text, ip_prefix text, country text, device device,
      promotion_id bigint, link_id bigint
    )
  ), kept AS (
    SELECT publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1, sub2, sub3, sub4, sub5,
      destination, CASE WHEN month IS NULL THEN referrer END, CASE WHEN month IS NULL THEN user_agent END,
      CASE WHEN month IS NULL THEN ip_prefix END, country, device, promotion_id, link_id
    FROM replayed LEFT JOIN stripped_click_month ON month = date_trunc('month', clicked_at AT TIME ZONE 'UTC')::date
  ), inserted AS (
    INSERT INTO click (${COLUMNS}) SELECT * FROM kept ON CONFLICT DO NOTHING RETURNING 1
  ), marked AS (
    INSERT INTO late_click_hour (hour, marked_at)
    SELECT date_trunc('hour', clicked_at, 'UTC') AS hour, clock_timestamp() FROM replayed GROUP BY hour
    ON CONFLICT (hour) DO UPDATE SET marked_at = excluded.marked_at
  )
  SELECT count(*)::int AS recorded FROM inserted`

/**
 * The limit for locks in the pool of a click store. A replay that waits for the swap of a month holds a lock for which
 * the swap waits; it has to give way, because PostgreSQL finds that deadlock only by chance.
 */
export const CLICK_LOCK_TIMEOUT_MS = 500

/** Limits of a click store: after `timeoutMs` it aborts a write and closes the connection. */
export interface ClickStoreOptions {
  timeoutMs: number
}

/** Creates a store on a pool of PostgreSQL connections. The caller ends the pool. */
export function createClickStore(pool: pg.Pool, { timeoutMs }: ClickStoreOptions): ClickStore {
  return {
    insert: (clicks) => onConnection((client) => copyIn(client, clicksToCopyText(clicks))),
    replay: (clicks) => onConnection((client) => replayOn(client, clicks)),
    tryOut: (clicks) =>
      onConnection(async (client) => {
        await client.query('BEGIN')
        await replayOn(client, clicks)
        await client.query('ROLLBACK')
      }),
  }

  async function replayOn(client: pg.PoolClient, clicks: readonly string[]): Promise<number> {
    const values = [`[${clicks.join(',')}]`]
    const { rows } = await client.query<{ recorded: number }>({ name: 'replay_clicks', text: REPLAY, values })
    return rows[0]?.recorded ?? 0
  }

  async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let isReleased = false
    const abort = () => {
      if (isReleased) return
      isReleased = true
      client.release(true)
    }
    // A connection that has not answered by then may never answer. Closing it frees its place in the pool.
    const timer = setTimeout(abort, timeoutMs)
    client.once('error', abort)
    let result: T
    try {
      result = await work(client)
    } catch (error) {
      abort()
      throw error
    } finally {
      clearTimeout(timer)
      client.off('error', abort)
    }
    if (!isReleased) client.release()
    isReleased = true
    return result
  }
}

/**
 * Sends command and data together and waits for the commit. COPY costs the database about a third less per row than an
 * INSERT from arrays. New clicks have new ids, so they cannot conflict.
 */
function copyIn(client: pg.PoolClient, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, (error) => (error === undefined ? resolve() : reject(error))))
  })
}

/** The part of the driver's connection that a COPY needs; its published types lack it. */
interface CopyConnection {
  stream: { cork(): void; uncork(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * A COPY as a query object of the driver. It sends the data without waiting for the server's response, because a server
 * that refuses the COPY ignores the data.
 */
class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #onEnd: (error?: Error) => void

  constructor(text: string, onEnd: (error?: Error) => void) {
    this.#text = text
    this.#onEnd = onEnd
  }

  submit(connection: unknown): void {
    const wire = connection as CopyConnection
    wire.stream.cork()
    wire.query(COPY)
    wire.sendCopyFromChunk(Buffer.from(this.#text))
    wire.endCopyFrom()
    wire.stream.uncork()
  }

  handleError(error: Error): void {
    this.#onEnd(error)
  }

  handleReadyForQuery(): void {
    this.#onEnd()
  }

  handleCopyInResponse(): void {
    // `submit` has already sent the data.
  }

  handleCommandComplete(): void {
    // Only `ReadyForQuery`, which follows, proves the commit.
  }
}
