import type { JSONColumnType } from 'kysely'
import type { DismissalReason } from './rules/dismissal.ts'
import type { Hop, WalkFault } from '#domains/tracking/tracking/rules/link-walk.ts'

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

/** An order without a click that its advertiser has put aside. */
export interface OrphanDismissalTable {
  advertiserId: bigint
  orderRef: string
  reason: DismissalReason
  dismissedAt: Date
  dismissedBy: bigint | null
}

/** The tables that this domain owns. */
export interface TrackingHealthTables {
  orphanDismissal: OrphanDismissalTable
  postbackReplay: PostbackReplayTable
  testWalk: TestWalkTable
}
