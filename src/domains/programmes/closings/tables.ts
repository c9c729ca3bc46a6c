import type { Generated } from 'kysely'

/** The announced end of a programme. A programme has one at a time that is neither withdrawn nor reached. */
export interface ProgramClosingTable {
  id: Generated<bigint>
  programId: bigint
  requestedBy: bigint | null
  requestedAt: Date
  /** The notice of the programme at the time of the request. */
  noticeDays: number
  closesAt: Date
  withdrawnAt: Date | null
  closedAt: Date | null
  /** The mails to publishers go on after this one; null when all are told. */
  progressPublisherId: Generated<bigint | null>
}

/** A pause that an advertiser announced. A programme has one at a time that is not ended. */
export interface ProgramPauseTable {
  id: Generated<bigint>
  programId: bigint
  requestedBy: bigint | null
  requestedAt: Date
  /** The notice of the programme at the time of the request; 0 where no publisher had joined. */
  noticeDays: number
  pausesAt: Date
  pausedAt: Date | null
  /** When it was withdrawn or the programme resumed. */
  endedAt: Date | null
  /** The mails to publishers go on after this one; null when all are told. */
  progressPublisherId: Generated<bigint | null>
}

/** The tables that this domain owns. */
export interface ClosingTables {
  programClosing: ProgramClosingTable
  programPause: ProgramPauseTable
}
