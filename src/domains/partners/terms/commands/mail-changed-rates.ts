import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import type { Locale } from '#texts/texts.ts'
import { changedRatesEmail, withdrawnRatesEmail } from '../mails.ts'
import type { PublisherChanges } from '../rules/difference.ts'
import { toStoredChange } from '../rules/notice.ts'

interface News {
  program: { id: bigint; advertiserId: bigint; title: string }
}

interface PublishedNews extends News {
  version: { termsId: bigint; version: number; effectiveFrom: Date; noNoticeReason: string | null }
  changed: readonly PublisherChanges[]
  /** Told after a suspension, the version holds already; else when the version is published. */
  occasion?: 'return'
}

/**
 * Keeps what a version changes for each publisher, and mails each of them, whatever mails they have switched off,
 * because the rates are part of their agreement. Who has a notice of the version gets no other.
 */
export async function mailChangedRates(tx: Ctx, { program, version, changed, occasion }: PublishedNews) {
  const { termsId, effectiveFrom, noNoticeReason } = version
  const noticed = changed.map(({ publisherId, changes, isCut }) => ({
    publisher_id: String(publisherId),
    changes: changes.map(toStoredChange),
    is_cut: isCut,
  }))
  const { rows } = await sql<{ publisherId: bigint }>`
    INSERT INTO terms_notice (terms_id, publisher_id, changes, is_cut)
    SELECT ${termsId}, given.* FROM json_to_recordset(${JSON.stringify(noticed)}::json)
      AS given (publisher_id bigint, changes jsonb, is_cut boolean)
    ON CONFLICT DO NOTHING RETURNING publisher_id`.execute(tx.db)
  const publisherIds = rows.map(({ publisherId }) => publisherId)
  const readers = new Map((await listReaders(tx, publisherIds)).map((reader) => [reader.publisherId, reader]))
  const mails = changed.flatMap(({ publisherId, changes }) => {
    const reader = readers.get(publisherId)
    if (!reader) return []
    const { email, ...parts } = reader
    const message = changedRatesEmail(
      { branding: tx.branding, ...parts },
      {
        advertiserId: program.advertiserId,
        program: program.title,
        effectiveFrom,
        noNoticeReason,
        changes: changes.map(toStoredChange),
        occasion: occasion ?? (effectiveFrom <= tx.now ? 'now' : 'later'),
      },
    )
    return [{ to: email, message }]
  })
  await enqueueMails(tx, mails)
}

interface Withdrawal extends News {
  /** The publishers, and from when on the version was to hold. */
  rows: readonly { publisherId: bigint; effectiveFrom: Date }[]
}

/** Mails publishers to whom a version was announced that it will not hold. */
export async function mailWithdrawnRates(tx: Ctx, { program, rows }: Withdrawal) {
  const starts = new Map(rows.map(({ publisherId, effectiveFrom }) => [publisherId, effectiveFrom]))
  const readers = await listReaders(tx, [...starts.keys()])
  const mails = readers.flatMap(({ email, ...parts }) => {
    const effectiveFrom = starts.get(parts.publisherId)
    if (!effectiveFrom) return []
    return [
      {
        to: email,
        message: withdrawnRatesEmail({ branding: tx.branding, ...parts }, { program: program.title, effectiveFrom }),
      },
    ]
  })
  await enqueueMails(tx, mails)
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
