import type { Generated } from 'kysely'
import type { FileFault, OpeningState, RecordFault } from './rules.ts'

/** A host that a brand names and has not proved. Two brands may name the same host; the one that proves it gets it. */
export interface PendingDomainTable {
  id: Generated<bigint>
  advertiserId: bigint
  /** With its port, unless that is 80 or 443. */
  host: string
  token: string
  createdAt: Date
  checkedAt: Date | null
  fileFault: FileFault | null
  recordFault: RecordFault | null
}

/** What the set-up of an advertiser remembers beside what it made. */
export interface SetupTable {
  advertiserId: bigint
  clickParamSetAt: Date | null
  testSkippedAt: Date | null
  testSkippedBy: bigint | null
  /** When the brand hid the first steps after its opening. */
  firstStepsHiddenAt: Date | null
}

/** A brand's request to open its programme, and the decision. At most one per programme waits. */
export interface OpeningTable {
  id: Generated<bigint>
  programId: bigint
  state: OpeningState
  requestedAt: Date
  requestedBy: bigint | null
  decidedAt: Date | null
  decidedBy: bigint | null
  reason: Generated<string>
}

/** One row, from the first change on. */
export interface OpeningPolicyTable {
  isOnly: Generated<boolean>
  isReviewRequired: boolean
  changedAt: Date
  changedBy: bigint | null
}

/** The tables that this domain owns. */
export interface SetupTables {
  pendingDomain: PendingDomainTable
  setup: SetupTable
  opening: OpeningTable
  openingPolicy: OpeningPolicyTable
}
