import type { listMailboxMessages } from '#platform/server/mail/mailbox.ts'
import type { AccountItem } from './contract/accounts.ts'
import type { listAccounts } from './queries.ts'

type AccountRow = Awaited<ReturnType<typeof listAccounts>>['rows'][number]

/** An account as operators read it. */
export function viewAccount(row: AccountRow): AccountItem {
  return {
    account_id: Number(row.id),
    email: row.email,
    display_name: row.displayName,
    role: row.role,
    review_status: row.reviewStatus,
    review_note: row.reviewNote,
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    reviewed_by: row.reviewerName,
    has_password: row.passwordHash !== null,
    created_at: row.createdAt.toISOString(),
  }
}

type MailboxRow = Awaited<ReturnType<typeof listMailboxMessages>>['messages'][number]

/** A mail of the mailbox, without its text. */
export function viewMailboxMessage(row: MailboxRow) {
  return {
    message_id: Number(row.id),
    received_at: row.receivedAt.toISOString(),
    to_address: row.toAddress,
    subject: row.subject,
  }
}
