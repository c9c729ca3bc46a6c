import type { Db } from '#database'
import { compareForAll, getEarliestStart } from '../rules/difference.ts'
import type { PublisherChanges, VersionBook } from '../rules/difference.ts'
import { listJoined } from './drafts.ts'

/** What new terms change for the publishers of a programme, and when they may begin. */
export interface Comparison {
  joined: { id: bigint; name: string }[]
  changed: readonly PublisherChanges[]
  earliest: Date
  /** Whether they are to the disadvantage of a publisher, so that the notice days have to pass. */
  isCut: boolean
}

interface Compared {
  program: { id: bigint; noticeDays: number }
  before: VersionBook
  after: VersionBook
  now: Date
}

/** Compares terms with those in force, for each publisher who has joined the programme. */
export async function compareRates(db: Db, { program, before, after, now }: Compared): Promise<Comparison> {
  const joined = await listJoined(db, { programId: program.id })
  const changed = compareForAll(
    joined.map(({ id }) => id),
    { before, after, at: now },
  )
  const earliest = getEarliestStart(changed, { now, noticeDays: program.noticeDays })
  return { joined, changed, earliest, isCut: changed.some(({ isCut }) => isCut) }
}
