import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './database.ts'
import type { Logger } from './log.ts'

const PAUSE_MS = 1000

/** What to listen to. */
export interface Listening {
  connection: Connection
  channel: string
  log: Logger
  /** Called for every notification, and once after every (re)connection, because notifications may have been missed. */
  onNotify: (payload: string) => void
}

/** Listens to a channel of the database until stopped, on a connection of its own that is made again when it breaks. */
export function listenTo(listening: Listening): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = keepListening(listening, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepListening(listening: Listening, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await listenOnce(listening, signal).catch((err: unknown) =>
      listening.log.warn({ err }, 'The database connection that listens broke'),
    )
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}

async function listenOnce({ connection, channel, onNotify }: Listening, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: `tandem listens ${channel}` })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  client.on('error', reject)
  client.on('end', resolve)
  client.on('notification', ({ payload }) => onNotify(payload ?? ''))
  signal.addEventListener('abort', () => resolve(), { once: true })
  try {
    await client.connect()
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    onNotify('')
    await ended
  } finally {
    ended.catch(() => {})
    await client.end().catch(() => {})
  }
}
