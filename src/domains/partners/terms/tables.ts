import type { Generated, JSONColumnType } from 'kysely'
import type { OrderTerms } from './rules/difference.ts'
import type { StoredLine } from './rules/draft.ts'
import type { StoredChange } from './rules/notice.ts'
import type { StoredReplay } from './rules/replay.ts'

export interface TermsDraftTable {
  programId: bigint
  /** Rises with each change. */
  revision: number
  lines: JSONColumnType<StoredLine[]>
  /** Null while the draft changes nothing but rates. */
  orderTerms: JSONColumnType<OrderTerms> | null
  changedAt: Date
  changedBy: bigint | null
}

/** What a version of the terms changes for a publisher. */
export interface TermsNoticeTable {
  termsId: bigint
  publisherId: bigint
  changes: JSONColumnType<StoredChange[]>
  isCut: boolean
  acknowledgedAt: Date | null
  acknowledgedBy: bigint | null
  /** When the publisher was told that the version does not hold. */
  withdrawalToldAt: Generated<Date | null>
}

/** A version of which publishers are told in batches; its columns are described in the migration. */
export interface TermsAnnouncementTable {
  termsId: bigint
  beforeId: bigint | null
  replacedIds: bigint[]
  publishedAt: Date
  tellUntil: Date | null
  toldUpto: Generated<bigint>
  postponements: Generated<number>
  endedAt: Generated<Date | null>
  restrictedAt: Generated<Date | null>
}

/** What the orders of the last days would have earned by a draft; its columns are described in the migration. */
export interface TermsReplayTable {
  programId: bigint
  askedAt: Date
  askedBy: bigint | null
  startsAt: Date
  daysDone: number
  outcome: 'done' | 'failed' | null
  result: JSONColumnType<StoredReplay> | null
}

/** The tables that this domain owns. */
export interface TermsTables {
  termsAnnouncement: TermsAnnouncementTable
  termsDraft: TermsDraftTable
  termsNotice: TermsNoticeTable
  termsReplay: TermsReplayTable
}
