import { sql } from 'kysely'
import type { Db } from '#database'

/** A check works on two connections, and a query of it has up to five hashes. */
const HASHES = 10

/** What a server has for hashes, in MB. */
interface HashBudget {
  sharedBuffers: number
  /** What the machine can still give, if the server runs on this machine. */
  available?: number
}

/**
 * Answers the memory of one hash of a check in MB: half of the shared buffers, at least 64. On this machine also as
 * much as lets all hashes together take a quarter of the memory that is available. At most 512.
 */
export function sizeHash({ sharedBuffers, available = 0 }: HashBudget): number {
  const ofBuffers = Math.max(64, Math.floor(sharedBuffers / 2))
  return Math.min(512, Math.max(ofBuffers, Math.floor(available / 4 / HASHES)))
}

/** Sets the memory of the hashes of a transaction that checks; what does not fit into it is on disk. */
export async function setHashMemory(tx: Db): Promise<void> {
  const { rows } = await sql<{ sharedBuffers: number; isLocal: boolean; multiplier: number }>`
    SELECT (pg_size_bytes(current_setting('shared_buffers')) >> 20)::int AS shared_buffers,
      inet_server_addr() IS NULL AS is_local, current_setting('hash_mem_multiplier')::float8 AS multiplier`.execute(tx)
  for (const { sharedBuffers, isLocal, multiplier } of rows) {
    // A server that answers on a socket in the file system runs on this machine.
    const available = isLocal ? process.availableMemory() / 2 ** 20 : 0
    const kilobytes = Math.floor((sizeHash({ sharedBuffers, available }) * 1024) / multiplier)
    await sql`SELECT set_config('work_mem', ${`${kilobytes}kB`}, true)`.execute(tx)
  }
}
