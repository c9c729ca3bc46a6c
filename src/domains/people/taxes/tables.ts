import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { FormStatus, LegalKind, TaxFormType } from './rules.ts'

/** Who a publisher is for contracts and taxes; the id is the publisher's. */
export interface LegalDetailTable {
  id: bigint
  legalName: string
  kind: LegalKind
  address: Generated<string>
  zipCode: Generated<string>
  /** An ISO 3166 code, or empty. */
  country: Generated<string>
  /** With the letters of its country, or empty. */
  vatId: Generated<string>
  /** The version of the consent to self-billing, and its time. */
  selfBillingVersion: string | null
  selfBillingAt: Date | null
  changedAt: Date
}

/** A tax form that a publisher handed in. */
export interface TaxFormTable {
  id: string
  publisherId: bigint
  form: TaxFormType
  /** The day on which the publisher signed it. */
  signedOn: Day
  /** The last day on which it holds; null for a form without an end. */
  expiresOn: Day | null
  /** Null once the file was deleted. */
  fileId: string | null
  status: FormStatus
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: bigint | null
  /** When it was verified, also after it waits again or was refused; null when it never was. */
  verifiedAt: Date | null
  /** Why it was refused. */
  reason: string | null
  /** How many of the two mails about its end were sent. */
  endMails: Generated<number>
}

/** One row, from the first change on. */
export interface TaxPolicyTable {
  isOnly: Generated<boolean>
  isFormRequired: boolean
  changedAt: Date
  changedBy: bigint | null
}

/** What documents print about the network, from a time on. */
export interface NetworkIdentityTable {
  since: Date
  name: string
  supportEmail: string
  addressUnitedStates: string
  legalIdentity: string
  vatId: string
}

/** The tables that this domain owns. */
export interface TaxTables {
  legalDetail: LegalDetailTable
  taxForm: TaxFormTable
  taxPolicy: TaxPolicyTable
  networkIdentity: NetworkIdentityTable
}
