import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Locale } from '#texts/texts.ts'
import { changedRatesEmail, withdrawnRatesEmail } from '../mails.ts'
import type { PublisherChanges } from '../rules/difference.ts'
import { toStoredChange } from '../rules/notice.ts'

interface News {
  program: { id: bigint; advertiserId: bigint; title: string }
  branding: EmailBranding
}

interface PublishedNews extends News {
  version: { termsId: bigint; version: number; effectiveFrom: Date }
  changed: readonly PublisherChanges[]
  /** The version that was announced before and is withdrawn. */
  replacedId: bigint | undefined
}

/**
 * Keeps what a version changes for each publisher, and mails each of them, whatever mails they have switched off,
 * because the rates are part of their agreement.
 */
export async function notifyPublishers(tx: Ctx, { program, branding, version, changed, replacedId }: PublishedNews) {
  const { termsId, effectiveFrom } = version
  const noticed = changed.map(({ publisherId, changes, isCut }) => ({
    publisher_id: String(publisherId),
    changes: changes.map(toStoredChange),
    is_cut: isCut,
  }))
  await sql`
    INSERT INTO terms_notice (terms_id, publisher_id, changes, is_cut)
    SELECT ${termsId}, given.* FROM json_to_recordset(${JSON.stringify(noticed)}::json)
      AS given (publisher_id bigint, changes jsonb, is_cut boolean)`.execute(tx.db)
  const publisherIds = changed.map(({ publisherId }) => publisherId)
  const readers = new Map((await listReaders(tx, publisherIds)).map((reader) => [reader.publisherId, reader]))
  for (const { publisherId, changes } of changed) {
    const reader = readers.get(publisherId)
    if (!reader) continue
    const { email, ...parts } = reader
    const message = changedRatesEmail(
      { branding, ...parts },
      {
        advertiserId: program.advertiserId,
        program: program.title,
        effectiveFrom,
        changes: changes.map(toStoredChange),
        isAtOnce: effectiveFrom <= tx.now,
      },
    )
    await enqueueMail(tx, { to: email, message })
  }
  if (replacedId) await notifyWithdrawal(tx, { program, branding, withdrawnId: replacedId, exceptIds: publisherIds })
}

interface Withdrawal extends News {
  withdrawnId: bigint
  /** Who is told by a later notice. */
  exceptIds: readonly bigint[]
}

/** Mails the publishers to whom a version was announced that it will not hold. */
export async function notifyWithdrawal(tx: Ctx, { program, branding, withdrawnId, exceptIds }: Withdrawal) {
  const { rows } = await sql<{ publisherId: bigint; effectiveFrom: Date }>`
    SELECT notice.publisher_id, terms.effective_from
    FROM terms_notice AS notice JOIN program_terms AS terms ON terms.id = notice.terms_id
    WHERE notice.terms_id = ${withdrawnId} AND notice.publisher_id <> ALL (${[...exceptIds]}::bigint[])`.execute(tx.db)
  const [first] = rows
  if (!first) return
  const { effectiveFrom } = first
  const publisherIds = rows.map(({ publisherId }) => publisherId)
  for (const { email, ...parts } of await listReaders(tx, publisherIds)) {
    const message = withdrawnRatesEmail({ branding, ...parts }, { program: program.title, effectiveFrom })
    await enqueueMail(tx, { to: email, message })
  }
}

interface Reader {
  publisherId: bigint
  name: string
  email: string
  locale: Locale
}

async function listReaders({ db }: Ctx, publisherIds: readonly bigint[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT publisher.id AS publisher_id, publisher.name, account.email, account.locale
    FROM publisher JOIN account_summary AS account ON account.id = publisher.account_id
    WHERE publisher.id = ANY (${[...publisherIds]}::bigint[]) AND account.erased_at IS NULL
    ORDER BY publisher.id`.execute(db)
  return rows
}
