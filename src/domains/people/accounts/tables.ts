import type { Generated } from 'kysely'
import type { Role } from '#kernel/actor.ts'
import type { Notice } from '#kernel/notices.ts'
import type { ReviewStatus } from './contract/accounts.ts'
import type { TokenKind } from './contract/sign-in.ts'

export interface AccountTable {
  id: Generated<bigint>
  email: string
  role: Role
  displayName: string
  locale: Generated<'en' | 'zh'>
  passwordHash: string | null
  /** When its owner first chose a password by a mailed link; null for an account that was created with one. */
  confirmedAt: Date | null
  reviewStatus: ReviewStatus
  reviewedAt: Date | null
  reviewedBy: bigint | null
  /** The deciding operator's note; only operators read it. */
  reviewNote: string | null
  /** The mails about its work that the account does not want. */
  mutedNotices: Generated<Notice[]>
  /** Whether single keys are shortcuts in the console. */
  hasShortcuts: Generated<boolean>
  createdAt: Date
  /** When the personal data of the account was erased. The row stays as a pseudonym. */
  erasedAt: Date | null
}

/** A database view of what other domains may read of an account. */
export type AccountSummaryView = Pick<
  AccountTable,
  | 'id'
  | 'displayName'
  | 'email'
  | 'role'
  | 'locale'
  | 'reviewStatus'
  | 'reviewedAt'
  | 'mutedNotices'
  | 'createdAt'
  | 'erasedAt'
> & {
  /** Whether the owner has chosen a password by a mailed link, so that the address is the owner's. */
  isConfirmed: boolean
  /** When the owner did so, or the creation of an account with a password; null unless `isConfirmed`. */
  confirmedAt: Date | null
}

export interface SessionTable {
  tokenHash: Buffer
  accountId: bigint
  createdAt: Date
  expiresAt: Date
  userAgent: string | null
  id: Generated<bigint>
  /** Stored at most once in five minutes. */
  lastUsedAt: Generated<Date>
  /** The /24 or /48 from which the session was opened. */
  ipPrefix: string | null
  /** When the owner last entered the password again in this session. */
  passwordVerifiedAt: Date | null
  /** The advertiser for which the session acts; null until the account has chosen. It grants nothing by itself. */
  advertiserId: bigint | null
}

export interface AccountTokenTable {
  tokenHash: Buffer
  accountId: bigint
  kind: TokenKind
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export interface AccountTotpTable {
  accountId: bigint
  sealedSecret: Buffer
  createdAt: Date
  /** When the owner entered the first code; two-step sign-in is on from then. */
  confirmedAt: Date | null
  /** The 30 seconds of the last accepted code. */
  lastTimeStep: bigint | null
}

export interface RecoveryCodeTable {
  accountId: bigint
  codeHash: Buffer
  createdAt: Date
  usedAt: Date | null
}

/** A login with the right password that waits for its code. */
export interface LoginChallengeTable {
  tokenHash: Buffer
  accountId: bigint
  createdAt: Date
  expiresAt: Date
  attempts: Generated<number>
}

/** One row, from the first change on. */
export interface SignInPolicyTable {
  isOnly: Generated<boolean>
  isTwoStepRequired: boolean
  changedAt: Date
  changedBy: bigint
}

/** The tables that this domain owns. */
export interface AccountTables {
  account: AccountTable
  accountSummary: AccountSummaryView
  session: SessionTable
  accountToken: AccountTokenTable
  accountTotp: AccountTotpTable
  recoveryCode: RecoveryCodeTable
  loginChallenge: LoginChallengeTable
  signInPolicy: SignInPolicyTable
}
