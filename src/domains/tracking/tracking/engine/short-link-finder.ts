import type { Db } from '#database'
import { findShortLink } from '../queries/short-links.ts'
import type { ShortLink } from '../queries/short-links.ts'

/** More at once would keep the database from others while somebody tries endings. */
const MAX_LOOKUPS = 20

/**
 * Creates the function that finds a short link in the database: one that was made a moment ago, before a worker has
 * heard of it. Rejects when the database does not answer, and when too many lookups wait already.
 */
export function createShortLinkFinder(db: Db): (ending: string) => Promise<ShortLink | undefined> {
  let waiting = 0
  return async (ending) => {
    if (waiting >= MAX_LOOKUPS) throw new Error('Too many short links are looked up')
    waiting += 1
    try {
      return await findShortLink(db, ending)
    } finally {
      waiting -= 1
    }
  }
}
