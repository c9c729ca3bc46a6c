import type { Generated } from 'kysely'
import type { ApplicationKind, ApplicationStatus } from './contract/options.ts'

/** The answers of an application by wire name, apart from name and contact; country codes and option texts. */
export type ApplicationFields = Record<string, string | string[]>

export interface ApplicationTable {
  id: Generated<bigint>
  kind: ApplicationKind
  accountId: bigint
  isRepeat: boolean
  firstName: string
  lastName: string
  countryCode: string | null
  /** The publisher whose referral link the applicant followed. */
  referredBy: bigint | null
  phone: Generated<string>
  fields: ApplicationFields
  status: Generated<ApplicationStatus>
  /** Why it was rejected; the applicant reads it. */
  reason: Generated<string>
  /** For operators only. */
  note: Generated<string>
  decidedAt: Date | null
  decidedBy: bigint | null
  createdAt: Date
}

export interface SignupTable {
  id: string
  email: string
  browserHash: Buffer
  resumeHash: Buffer
  /** Kept until the address is confirmed and the account exists; then it moves to the account. */
  passwordHash: string | null
  /** Step 2 as it was sent: positions from 1. */
  profile: ApplicationFields | null
  applicationId: bigint | null
  /** The publisher whose referral link the applicant followed. */
  referredBy: bigint | null
  confirmedAt: Date | null
  finishedAt: Date | null
  createdAt: Date
}

/** The tables that this domain owns. */
export interface ApplicationTables {
  application: ApplicationTable
  signup: SignupTable
}
