import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { listFiles } from '#domains/people/files/queries.ts'
import { getProfile } from '#domains/people/publishers/queries.ts'
import type { Day } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import type { FormStatus, TaxFormState } from './rules.ts'

/** Whether publishers are paid only with a verified tax form; a new network asks for one. */
export async function isFormRequired(db: Db): Promise<boolean> {
  const row = await db.selectFrom('taxPolicy').select('isFormRequired').executeTakeFirst()
  return row?.isFormRequired ?? true
}

/**
 * Builds the SQL that says whether a publisher has a form that holds on a day; `publisherId` is a column of the
 * statement. A form that waits counts only while no verified one holds.
 */
export function taxFormState(publisherId: string, day: Day): RawBuilder<TaxFormState> {
  return sql<TaxFormState>`(
    SELECT CASE
      WHEN bool_or(form.status = 'verified' AND (form.expires_on IS NULL OR form.expires_on >= ${day}::date))
        THEN 'verified'
      WHEN bool_or(form.status = 'waiting') THEN 'waiting'
      WHEN bool_or(form.status = 'verified') THEN 'expired'
      ELSE 'missing' END
    FROM tax_form AS form WHERE form.publisher_id = ${sql.ref(publisherId)}
  )`
}

/** Finds since when publishers are paid only with a verified tax form; null in a network that always asked for one. */
export async function findFormRequiredSince(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('taxPolicy').select('changedAt').where('isFormRequired', '=', true).executeTakeFirst()
  return row?.changedAt ?? null
}

/** Finds whether a publisher has a form that holds on a day, until when, and since when it is verified or waits. */
export async function findTaxForm(db: Db, { publisherId, today }: { publisherId: bigint; today: Day }) {
  const row = await db
    .selectFrom('publisher')
    .leftJoin('taxForm', (join) =>
      join.onRef('taxForm.publisherId', '=', 'publisher.id').on('taxForm.status', '=', 'verified'),
    )
    .leftJoin('taxForm as waiting', (join) =>
      join.onRef('waiting.publisherId', '=', 'publisher.id').on('waiting.status', '=', 'waiting'),
    )
    .select(['taxForm.expiresOn', 'taxForm.verifiedAt', 'waiting.submittedAt'])
    .select(taxFormState('publisher.id', today).as('state'))
    .where('publisher.id', '=', publisherId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { state, expiresOn, verifiedAt, submittedAt } = row
  return { state, expiresOn, since: state === 'waiting' ? submittedAt : verifiedAt }
}

/** Reads the legal details of a publisher; null until they are saved. */
export async function findLegalDetails(db: Db, { publisherId }: { publisherId: bigint }) {
  const row = await db.selectFrom('legalDetail').selectAll().where('id', '=', publisherId).executeTakeFirst()
  return row ?? null
}

/** How many forms a publisher sees. */
const SHOWN_FORMS = 5

/** A tax form with its file. */
export type TaxFormRow = Awaited<ReturnType<typeof listTaxForms>>[number]

/** Reads everything on the legal page of a publisher. */
export async function readLegal(db: Db, { publisherId, today }: { publisherId: bigint; today: Day }) {
  const [details, profile, isRequired, { state }, forms] = await Promise.all([
    findLegalDetails(db, { publisherId }),
    getProfile(db, { publisherId }),
    isFormRequired(db),
    findTaxForm(db, { publisherId, today }),
    listTaxForms(db, { publisherId }),
  ])
  return { details, profile, isRequired, state, forms }
}

/** Lists the last tax forms of a publisher, newest first. */
async function listTaxForms(db: Db, { publisherId }: { publisherId: bigint }) {
  const rows = await db
    .selectFrom('taxForm')
    .selectAll()
    .where('publisherId', '=', publisherId)
    .orderBy('submittedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_FORMS)
    .execute()
  return withFiles(db, rows)
}

/** Adds the files to the forms that name them. */
async function withFiles<R extends { fileId: string | null }>(db: Db, rows: readonly R[]) {
  const files = await listFiles(
    db,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  return rows.map((row) => ({ ...row, file: (row.fileId !== null && byId.get(row.fileId)) || null }))
}

/** A tax form in the list of the operators. */
export type QueuedFormRow = Awaited<ReturnType<typeof listFormsByStatus>>['forms'][number]

/** Lists forms of a status: waiting ones with the oldest first, others with the newest first. */
export async function listFormsByStatus(db: Db, { status, page }: { status: FormStatus; page: Page }) {
  const waiting = await countForms(db, 'waiting')
  const count = status === 'waiting' ? waiting : await countForms(db, status)
  const order = status === 'waiting' ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('taxForm')
    .innerJoin('publisher', 'publisher.id', 'taxForm.publisherId')
    .leftJoin('legalDetail as legal', 'legal.id', 'taxForm.publisherId')
    .leftJoin('accountSummary as decider', 'decider.id', 'taxForm.decidedBy')
    .selectAll('taxForm')
    .select(['publisher.name as publisherName', 'decider.displayName as deciderName'])
    .select(['legal.legalName', 'legal.kind', 'legal.address', 'legal.zipCode', 'legal.country', 'legal.vatId'])
    .select('legal.changedAt as detailsChangedAt')
    .where('taxForm.status', '=', status)
    .orderBy('taxForm.submittedAt', order)
    .orderBy('taxForm.id', order)
    .limit(page.size)
    .offset(getOffset(page, count))
    .execute()
  return { count, waiting, forms: await withFiles(db, rows) }
}

/** Counts the forms of one status: those that wait have an index, and are few beside all. */
async function countForms(db: Db, status: FormStatus): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM tax_form WHERE status = ${status}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Gets the file of a tax form; with `publisherId`, of that publisher alone. Refuses others as not found. */
export async function getFormFile(db: Db, { formId, publisherId }: { formId: string; publisherId?: bigint }) {
  const row = await db
    .selectFrom('taxForm')
    .select('fileId')
    .where('id', '=', formId)
    .$if(publisherId !== undefined, (query) => query.where('publisherId', '=', publisherId ?? null))
    .executeTakeFirst()
  if (!row || row.fileId === null) throw notFound()
  return row.fileId
}

/**
 * Finds what a document prints about the network: what was recorded last when it was issued. A document that is older
 * than all records has the first one. `present` is what the configuration says now, for a network without records.
 */
export async function findNetworkIdentity(
  db: Db,
  { issuedAt, present }: { issuedAt: Date; present: NetworkIdentity },
): Promise<NetworkIdentity> {
  const recorded = await db
    .selectFrom('networkIdentity')
    .select(['name', 'supportEmail', 'addressUnitedStates', 'legalIdentity', 'vatId'])
    .orderBy(sql`since <= ${issuedAt}`, 'desc')
    .orderBy(sql`abs(extract(epoch FROM since - ${issuedAt}::timestamptz))`)
    .limit(1)
    .executeTakeFirst()
  return { ...present, ...recorded }
}
