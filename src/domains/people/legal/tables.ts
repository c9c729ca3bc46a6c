import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { ChangedDocument } from './rules.ts'

/** A change of a legal text of the network. */
export interface TermsChangeTable {
  id: Generated<bigint>
  document: ChangedDocument
  /** The UTC day from which it holds. */
  holdsFrom: Day
  announcedAt: Date
  announcedBy: bigint | null
  summaryEn: string
  summaryZh: string
  /** The whole text in Markdown. */
  textEn: string
  textZh: string
}

/** An objection of an account, for which the earlier text stays in force. */
export interface TermsObjectionTable {
  changeId: bigint
  accountId: bigint
  objectedAt: Date
}

/** A change whose mails are being sent, and the account that they have reached. */
export interface TermsMailingTable {
  changeId: bigint
  reachedId: bigint
}

/** The tables that this domain owns. */
export interface LegalTables {
  termsChange: TermsChangeTable
  termsObjection: TermsObjectionTable
  termsMailing: TermsMailingTable
}
