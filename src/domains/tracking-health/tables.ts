import type { JSONColumnType } from 'kysely'
import type { Hop, WalkFault } from '#domains/tracking/rules/link-walk.ts'

/** A refused postback and the one by which a person corrected it. */
export interface PostbackReplayTable {
  advertiserId: bigint
  postbackId: string
  replayId: string
}

/** A walk of a test click through the redirects of a shop. */
export interface TestWalkTable {
  advertiserId: bigint
  id: string
  startedAt: Date
  token: string
  clickParam: string
  /** How far it is; null once it has ended. */
  nextUrl: string | null
  hops: JSONColumnType<Hop[]>
  fault: WalkFault | null
}

/** The tables that this domain owns. */
export interface TrackingHealthTables {
  postbackReplay: PostbackReplayTable
  testWalk: TestWalkTable
}
