import { sql } from 'kysely'
import type { Db } from '#database'
import { findConfirmedAccounts } from '#domains/people/accounts/queries.ts'
import { notFound } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { ApplicationKind } from '../contract/options.ts'

/** The filter of the operator's list of applications. */
export interface ApplicationFilter {
  kind?: ApplicationKind | undefined
  show: 'waiting' | 'approved' | 'rejected' | 'repeat' | 'all'
  /** A part of the names, the e-mail, the address or the company. Empty filters nothing. */
  search: string
  page: Page
}

/** Channel, site or website of an application, as the applicant typed it. */
const address = sql<string>`coalesce(fields->>'site_url', fields->>'channelUrl', fields->>'company_website', '')`

function applications(db: Db) {
  return db
    .selectFrom('application')
    .innerJoin('accountSummary as account', 'account.id', 'application.accountId')
    .leftJoin('accountSummary as decider', 'decider.id', 'application.decidedBy')
}

function rows(db: Db) {
  return applications(db)
    .selectAll('application')
    .select([
      'account.email',
      'account.role',
      'account.reviewStatus',
      'decider.displayName as deciderName',
      address.as('address'),
      sql<number>`(SELECT count(*)::int FROM application AS other
        WHERE other.account_id = application.account_id AND other.id <> application.id)`.as('repeatCount'),
    ])
}

function matching(db: Db, { kind, show, search }: ApplicationFilter) {
  let query = applications(db)
  if (kind) query = query.where('application.kind', '=', kind)
  if (show === 'repeat') query = query.where('application.isRepeat', '=', true)
  else if (show !== 'all') {
    const status = show === 'waiting' ? 'received' : show
    query = query.where('application.status', '=', status).where('application.isRepeat', '=', false)
  }
  if (search !== '') {
    const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(
      sql<boolean>`concat_ws(' ', application.first_name, application.last_name, account.email, ${address},
        fields->>'company_name', fields->>'company', fields->>'site_name') ILIKE ${part}`,
    )
  }
  return query
}

/** Lists the applications of a filter: waiting ones oldest first, others newest first. `count` covers all pages. */
export async function listApplications(db: Db, filter: ApplicationFilter) {
  const ids = matching(db, filter).select('application.id')
  const ordered = rows(db)
    .where('application.id', 'in', ids)
    .orderBy('application.id', filter.show === 'waiting' ? 'asc' : 'desc')
  const { count, rows: found } = await readPage(filter.page, matching(db, filter), ordered)
  return { count, applications: await addConfirmation(db, found) }
}

/** Counts the applications that wait for a decision. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('application')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('status', '=', 'received')
    .where('isRepeat', '=', false)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Reads one application with its account's publisher or advertiser, and the other applications of its address. Refuses
 * an unknown id as not found.
 */
export async function getApplication(db: Db, { applicationId }: { applicationId: bigint }) {
  const application = await rows(db)
    .leftJoin('publisher', 'publisher.accountId', 'application.accountId')
    .leftJoin('teamMember as member', (join) =>
      join
        .onRef('member.accountId', '=', 'application.accountId')
        .on('member.removedAt', 'is', null)
        // Of the teams of an account only one is its own: it is an agency in the others.
        .on('member.role', '<>', 'agency'),
    )
    .select(['publisher.id as publisherId', 'member.advertiserId'])
    .where('application.id', '=', applicationId)
    .executeTakeFirst()
  if (!application) throw notFound()
  const others = await rows(db)
    .where('application.accountId', '=', application.accountId)
    .where('application.id', '!=', applicationId)
    .orderBy('application.id', 'desc')
    .execute()
  const [shown = { ...application, isConfirmed: false }] = await addConfirmation(db, [application])
  return { ...shown, others: await addConfirmation(db, others) }
}

/** Adds whether the address is confirmed, which is the case when the account has a password. */
async function addConfirmation<T extends { accountId: bigint }>(db: Db, applications: readonly T[]) {
  const confirmed = await findConfirmedAccounts(
    db,
    applications.map(({ accountId }) => accountId),
  )
  return applications.map((application) => ({ ...application, isConfirmed: confirmed.has(application.accountId) }))
}

/** An application as the queries return it. */
export type ListedApplication = Awaited<ReturnType<typeof listApplications>>['applications'][number]
