import type { JSONColumnType } from 'kysely'
import type { StoredLine } from './rules/draft.ts'
import type { StoredChange } from './rules/notice.ts'

export interface TermsDraftTable {
  programId: bigint
  /** Rises with each change. */
  revision: number
  lines: JSONColumnType<StoredLine[]>
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
}

/** The tables that this domain owns. */
export interface TermsTables {
  termsDraft: TermsDraftTable
  termsNotice: TermsNoticeTable
}
