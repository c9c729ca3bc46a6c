import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { WalkFault } from '#domains/tracking/tracking/rules/link-walk.ts'
import type { PromotionKind } from './rules.ts'

export interface PromotionTable {
  id: Generated<bigint>
  advertiserId: bigint
  kind: PromotionKind
  title: string
  description: Generated<string>
  /** Set for a coupon only, as the buyer types it. */
  code: string | null
  category: string
  commissionText: Generated<string>
  url: string
  /** The first and the last day (UTC). Without a last day it runs until it is ended. */
  startsOn: Day
  endsOn: Day | null
  /** When it was ended before its last day. */
  endedAt: Date | null
  createdAt: Date
}

/** The site that earns the orders with a coupon code, until `releasedAt`. */
export interface CouponAssignmentTable {
  id: Generated<bigint>
  advertiserId: bigint
  /** In the form of `foldCode`. */
  code: string
  siteId: bigint
  assignedAt: Date
  releasedAt: Date | null
}

/** The last test of an address to which promotions of an advertiser lead. */
export interface LinkTestTable {
  advertiserId: bigint
  /** As a promotion holds it. */
  url: string
  testedAt: Date
  fault: WalkFault | null
}

/** The tables that this domain owns. */
export interface PromotionTables {
  promotion: PromotionTable
  couponAssignment: CouponAssignmentTable
  linkTest: LinkTestTable
}
