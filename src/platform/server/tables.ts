import type { Generated, JSONColumnType } from 'kysely'

/** One line per write: who did what to which thing. */
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

/** The outbox. */
export interface MailTable {
  id: Generated<bigint>
  toAddress: string
  subject: string
  textBody: string
  htmlBody: string
  createdAt: Date
  notBefore: Date
  attempts: Generated<number>
  lastError: string | null
  sentAt: Date | null
  /** Given up: the receiving server refused for good, or the attempts are used up. */
  failedAt: Date | null
}

/** What the loopback sink received. */
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

/** Keys of this network. */
export interface NetworkSecretTable {
  name: string
  value: Buffer
  createdAt: Generated<Date>
}

/** Hits per key and window, for rate limits that hold across workers. */
export interface RateWindowTable {
  key: string
  windowStart: Date
  attempts: number
}

/** The tables of the platform. */
export interface PlatformTables {
  auditLine: AuditLineTable
  mail: MailTable
  mailboxMessage: MailboxMessageTable
  appSecret: NetworkSecretTable
  rateWindow: RateWindowTable
}
