import type { Generated, JSONColumnType } from 'kysely'
import type { MethodRestriction } from '#kernel/lists/promotion-methods.ts'
import type {
  CouponRule,
  FeeBasis,
  JoinMode,
  MembershipActor,
  MembershipEventKind,
  MembershipKey,
  MembershipStatus,
  ProgramStatus,
  ValidationEnd,
} from './rules.ts'

export interface ProgramTable {
  id: Generated<bigint>
  advertiserId: bigint
  publicId: number
  slug: string
  title: string
  description: Generated<string>
  commissionText: Generated<string>
  status: ProgramStatus
  joinMode: JoinMode
  clickParam: Generated<string>
  /** Its logo; null while it has none. */
  logoDigest: Generated<string | null>
  createdAt: Date
  /** From when on no publisher can ask to join, and from when on joins and promotions are closed, for want of funds. */
  noJoinsFrom: Date | null
  closedFrom: Date | null
  /** From when on it is closed, while its advertiser has announced that. */
  closesAt: Date | null
  /** From when on it is paused, while its advertiser has announced that and has not resumed it. */
  pausesAt: Generated<Date | null>
  /** When it was closed, and by whom: who announced that, or the operator who closed it. Null while it is not. */
  closedAt: Generated<Date | null>
  closedBy: Generated<bigint | null>
  /** Until when no publisher can ask to join, and which clicks earn nothing, for budgets that are used up. */
  joinsPausedUntil: Date | null
  stoppedFrom: Date | null
  stoppedUntil: Date | null
  /** After how many days a cut of its rates takes effect. */
  noticeDays: Generated<number>
  /** When the programme last changed; its terms and memberships have times of their own. */
  changedAt: Generated<Date>
}

export interface LogoTable {
  digest: string
  content: Buffer
  uploadedAt: Date
}

export interface ProgramCountryTable {
  programId: bigint
  countryCode: string
}

export interface ProgramMethodTable {
  programId: bigint
  method: string
  policy: 'allowed' | 'under_condition'
}

export interface ProgramTermsTable {
  id: Generated<bigint>
  programId: bigint
  version: number
  windowDays: number
  validationDays: number
  currency: string
  couponRule: Generated<CouponRule>
  /** What the fee of the network is a part of, and the part in millionths. */
  feeBasis: Generated<FeeBasis>
  feePpm: Generated<number>
  isRepetition: Generated<boolean>
  /** What happens to an undecided order at the end of its validation period, and what publishers read of a hold. */
  validationEnd: Generated<ValidationEnd>
  holdNote: Generated<string>
  /** How often the advertiser may extend the validation of an order, and by how many days each time. */
  maxExtensions: Generated<number>
  extensionDays: Generated<number>
  /** How many rules it has beside its rates. */
  ruleCount: Generated<number>
  /** Why it begins before its notice, as its publishers read it. */
  noNoticeReason: Generated<string | null>
  /** What it permits less of promotion methods from its beginning on. */
  restrictions: JSONColumnType<MethodRestriction[], string | undefined>
  effectiveFrom: Date
  createdAt: Date
  createdBy: bigint | null
}

/** `ratePpm` in millionths of the order value, `fixedAmount` in 1/10,000 of the currency unit; exactly one is set. */
export interface ProgramRateTable {
  termsId: bigint
  event: string
  kind: 'percent' | 'fixed'
  ratePpm: number | null
  fixedAmount: bigint | null
}

export interface MembershipTable {
  programId: bigint
  publisherId: bigint
  status: MembershipStatus
  message: Generated<string>
  requestedAt: Date
  decidedAt: Date | null
  decidedBy: bigint | null
  reason: Generated<string>
  /** When it should be decided; null unless it is pending. */
  dueAt: Generated<Date | null>
  /** A question to the publisher that waits for its answer, and when it was asked; else empty and null. */
  question: Generated<string>
  askedAt: Generated<Date | null>
  /** How the publisher says that it will promote: of `PROMOTION_METHODS`. */
  methods: Generated<string[]>
  /** Since when it is suspended; after its return, until its publisher is told what the terms changed meanwhile. */
  suspendedSince: Generated<Date | null>
}

/** What happened between a publisher and a programme, by whom. */
export interface MembershipEventTable extends MembershipKey {
  sequence: number
  kind: MembershipEventKind
  actedAs: MembershipActor
  actedBy: bigint | null
  happenedAt: Date
  /** The message, the question, the answer or the reason. */
  text: string
  methods: Generated<string[]>
  /** The rule that acted; null if none did. */
  ruleVersion: number | null
  ruleNo: number | null
}

/** Figures of the last 90 days and the score that sorts the list; see `ProgramFigures` and `scoreProgram`. */
export interface ProgramFiguresTable {
  programId: bigint
  clicks: bigint
  commission: bigint
  confirmed: bigint
  cancelled: bigint
  /** Of the commission of confirmed orders, all of it and what is not covered. */
  confirmedCommission: Generated<bigint>
  uncoveredCommission: Generated<bigint>
  decisionHours: number | null
  score: bigint
  measuredAt: Date
}

/** The tables that this domain owns. */
export interface ProgramTables {
  logo: LogoTable
  program: ProgramTable
  programCountry: ProgramCountryTable
  programMethod: ProgramMethodTable
  programTerms: ProgramTermsTable
  programRate: ProgramRateTable
  membership: MembershipTable
  membershipEvent: MembershipEventTable
  programFigures: ProgramFiguresTable
}
