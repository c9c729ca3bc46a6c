import type { Generated, JSONColumnType } from 'kysely'

/** One row per write: who did what to which thing. */
export interface AuditLineTable {
  id: Generated<bigint>
  createdAt: Date
  actorKind: 'visitor' | 'account' | 'system'
  actorAccountId: bigint | null
  actorName: string | null
  action: string
  target: string
  details: JSONColumnType<Record<string, unknown>>
}

/** A seal of the audit lines after `afterId` up to `lastId`. */
export interface AuditSealTable {
  /** The `lastId` of the seal before; 0 for the first. */
  afterId: bigint
  lastId: bigint
  lineCount: number
  /** SHA-256, chained with that of the seal before. */
  digest: Buffer
  sealedAt: Date
}

/** Outbox: mails to send and mails sent. */
export interface MailTable {
  id: Generated<bigint>
  toAddress: string
  subject: string
  textBody: string
  htmlBody: string
  /** A file in UTF-8, removed with the body. */
  attachmentName: string | null
  attachment: string | null
  /** The page that ends mails of this kind. */
  unsubscribeUrl: string | null
  createdAt: Date
  notBefore: Date
  attempts: Generated<number>
  lastError: string | null
  sentAt: Date | null
  /** Set when the receiving server rejects the mail permanently, or when all attempts have failed. */
  failedAt: Date | null
}

/** A mail that the development SMTP server received. */
export interface MailboxMessageTable {
  id: Generated<bigint>
  messageId: string
  receivedAt: Date
  fromAddress: string
  toAddress: string
  subject: string
  textBody: string
  htmlBody: string
}

/** Secret keys of the application. */
export interface AppSecretTable {
  name: string
  sealedValue: Buffer
  createdAt: Generated<Date>
}

/** One row: the key that seals new values. */
export interface CurrentSealingKeyTable {
  isOnly: Generated<boolean>
  keyId: string
  since: Date
}

/** Attempts per key and time window: rate limits that all workers share. */
export interface RateWindowTable {
  key: string
  windowStart: Date
  attempts: number
}

/** Failed attempts per key, and when the next attempt may begin: waits that all workers share. */
export interface FailureWaitTable {
  key: string
  failures: number
  lastAt: Date
  nextAt: Date
}

/** Which columns of files with one header an import reads, as a person chose. */
export interface ColumnMappingTable {
  /** `network`, or `advertiser:ID`. */
  owner: string
  import: string
  headerHash: Buffer
  /** `day:0,amount:3` */
  reading: string
  savedAt: Date
}

/** Tables that belong to no domain. */
export interface PlatformTables {
  auditLine: AuditLineTable
  auditSeal: AuditSealTable
  mail: MailTable
  mailboxMessage: MailboxMessageTable
  appSecret: AppSecretTable
  currentSealingKey: CurrentSealingKeyTable
  rateWindow: RateWindowTable
  failureWait: FailureWaitTable
  columnMapping: ColumnMappingTable
}
