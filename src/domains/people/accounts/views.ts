import Bowser from 'bowser'
import { getCountryName } from '#kernel/lists/countries.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import type { listMailboxMessages } from '#platform/server/mail/mailbox.ts'
import type { AccountItem } from './contract/accounts.ts'
import type { SessionItem } from './contract/security.ts'
import type { listAccounts, listSessions } from './queries.ts'

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
    has_two_step: row.hasTwoStep,
    created_at: row.createdAt.toISOString(),
  }
}

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** The session and the language of the request, and the table of countries. */
interface SessionReader {
  sessionId: bigint | undefined
  locale: 'en' | 'zh'
  findCountry: FindCountry
}

/** A session as its owner reads it. */
export function viewSession(row: SessionRow, { sessionId, locale, findCountry }: SessionReader): SessionItem {
  const country = row.ipPrefix === null ? null : findCountry(row.ipPrefix)
  return {
    session_id: Number(row.id),
    ...describeDevice(row.userAgent),
    ip_prefix: row.ipPrefix,
    country: country === null ? null : getCountryName(country, locale),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    is_current: row.id === sessionId,
  }
}

const DEVICES = new Set(['desktop', 'mobile', 'tablet'] as const)

function describeDevice(userAgent: string | null): Pick<SessionItem, 'browser' | 'system' | 'device'> {
  if (!userAgent) return { browser: null, system: null, device: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const device = [...DEVICES].find((name) => name === platform.type) ?? 'unknown'
  const [version] = browser.version?.split('.') ?? []
  return {
    browser: joinWords(browser.name, version),
    system: joinWords(os.name, os.versionName ?? os.version),
    device,
  }
}

function joinWords(...words: (string | undefined)[]): string | null {
  return words.filter((word) => word !== undefined && word !== '').join(' ') || null
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
