import { sql } from 'kysely'
import type { Db } from '#database'
import { listTerms } from '#domains/programmes/programs/queries/terms.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { notFound } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import { readPage } from '#platform/server/database/read-page.ts'
import type { ClaimStatus } from './rules.ts'

/** Who acts on claims: their publisher, or the advertiser at which they are. */
export type ClaimScope = { publisherId: bigint } | { advertiserId: bigint }

/** Whose claims are read: those of a publisher, those at an advertiser, or those of the network. */
export type ClaimReader = ClaimScope | 'network'

/** A claim with its names. */
export type ClaimRow = Awaited<ReturnType<typeof getClaim>>

/** Something that happened to a claim, with its file. */
export type ClaimEventRow = Awaited<ReturnType<typeof listClaimEvents>>[number]

interface ClaimFilter {
  scope: ClaimReader
  status?: ClaimStatus | undefined
  /** Only those that the clock decided. */
  isByClock?: boolean | undefined
  /** A part of the names of advertiser and publisher, or of the order id. */
  keyword?: string | undefined
  page: Page
  now: Date
}

/**
 * Lists the claims of a scope, those that wait in the order of their ends if only they are asked for, else the last
 * filed first. `count` covers all pages, `waiting` all claims that wait; for an advertiser those that wait for it.
 */
export async function listClaims(db: Db, { scope, page, now, ...filter }: ClaimFilter) {
  const { status } = filter
  const matching = select(db, scope, filter)
  const byEnd = status === 'waiting'
  const ordered = matching
    .select('claim.id')
    .$if(byEnd, (query) => query.orderBy('claim.dueAt').orderBy('claim.id'))
    .$if(!byEnd, (query) => query.orderBy('claim.filedAt', 'desc').orderBy('claim.id', 'desc'))
  const { count, rows: ids } = await readPage(page, matching, ordered)
  const rows =
    ids.length === 0
      ? []
      : await withNames(db)
          .where(
            'claim.id',
            'in',
            ids.map(({ id }) => id),
          )
          .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const claims = ids.flatMap(({ id }) => byId.get(id) ?? [])
  return { count, waiting: await countWaiting(db, scope, now), claims }
}

/**
 * Sums the claims that an advertiser has to decide. `commission` is what those with an exchange rate would earn, in
 * 1/10,000 USD: null if none has one. `firstDueAt` is when the first decides itself.
 */
export function sumClaimsToDecide(db: Db, { advertiserId, now }: { advertiserId: bigint; now: Date }) {
  return selectSums(db, now).where('advertiserId', '=', advertiserId).executeTakeFirstOrThrow()
}

/** Sums the claims that each of some advertisers has to decide; one without any is left out. */
export function sumClaimsOfEach(db: Db, { advertiserIds, now }: { advertiserIds: readonly bigint[]; now: Date }) {
  return selectSums(db, now)
    .select('advertiserId')
    .where('advertiserId', 'in', advertiserIds)
    .groupBy('advertiserId')
    .execute()
}

function selectSums(db: Db, now: Date) {
  return db
    .selectFrom('claim')
    .where('status', '=', 'waiting')
    .where(waitsForAdvertiser(now))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<bigint | null>`sum(commission)::bigint`.as('commission'),
      sql<Date | null>`min(due_at)`.as('firstDueAt'),
    ])
}

/** Gets a claim of a scope. Refuses one of another scope like an unknown one. */
export async function getClaim(db: Db, { claimId, scope }: { claimId: string; scope: ClaimReader }) {
  const row = await inScope(withNames(db), scope).where('claim.id', '=', claimId).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Lists what happened to a claim, in order. */
export function listClaimEvents(db: Db, { claimId }: { claimId: string }) {
  return db
    .selectFrom('claimEvent as event')
    .leftJoin('storedFile as file', 'file.id', 'event.fileId')
    .selectAll('event')
    .select(['file.name as fileName', 'file.size as fileSize'])
    .where('event.claimId', '=', claimId)
    .orderBy('event.sequence')
    .execute()
}

/** Gets the file that came with an event of a claim. Refuses an event without one like an unknown claim. */
export async function getClaimFile(
  db: Db,
  { claimId, scope, sequence }: { claimId: string; scope: ClaimReader; sequence: number },
): Promise<string> {
  await getClaim(db, { claimId, scope })
  const event = await db
    .selectFrom('claimEvent')
    .select('fileId')
    .where('claimId', '=', claimId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  if (!event || event.fileId === null) throw notFound()
  return event.fileId
}

/** Whether a publisher has joined or left a programme. */
export async function hasClaimableAdvertisers(db: Db, of: { publisherId: bigint }): Promise<boolean> {
  return (await selectAdvertisers(db, of).select('advertiser.id').limit(1).executeTakeFirst()) !== undefined
}

/** Finds an advertiser whose programme a publisher has joined or left, with the events of its terms. */
export async function findClaimableAdvertiser(
  db: Db,
  { now, ...of }: { publisherId: bigint; advertiserId: bigint; now: Date },
) {
  const program = await selectAdvertisers(db, of)
    .select(['program.id', 'advertiser.name'])
    .where('advertiser.id', '=', of.advertiserId)
    .executeTakeFirst()
  const terms = program ? await listTerms(db, { programIds: [program.id] }) : []
  const inForce = termsInForce(terms, now)
  if (!program || !inForce) return undefined
  const events = new Set(terms.flatMap(({ rates }) => rates.map(({ event }) => event)))
  return { name: program.name, currency: inForce.currency, events: [...events].toSorted() }
}

/** Finds the programme of an advertiser, if the publisher has joined or left it. */
export function findClaimableProgram(db: Db, of: { publisherId: bigint; advertiserId: bigint }) {
  return selectAdvertisers(db, of)
    .select('program.id as programId')
    .where('advertiser.id', '=', of.advertiserId)
    .executeTakeFirst()
}

function selectAdvertisers(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('membership')
    .innerJoin('program', 'program.id', 'membership.programId')
    .innerJoin('advertiser', 'advertiser.id', 'program.advertiserId')
    .where('membership.publisherId', '=', publisherId)
    .where('membership.status', 'in', ['joined', 'left', 'suspended'])
}

type Filter = Omit<ClaimFilter, 'scope' | 'page' | 'now'>

/** Selects the claims of a filter. The decision on a claim is its last event. */
function select(db: Db, scope: ClaimReader, { status, isByClock = false, keyword }: Filter) {
  return inScope(db.selectFrom('claim'), scope)
    .$if(status !== undefined, (claims) => claims.where('claim.status', '=', status ?? 'waiting'))
    .$if(isByClock, (claims) =>
      claims.where(sql<boolean>`EXISTS (SELECT FROM claim_event AS event WHERE event.claim_id = claim.id
        AND event.sequence = claim.sequence AND event.kind = 'accepted' AND event.acted_as = 'clock')`),
    )
    .$if(keyword !== undefined, (claims) =>
      claims.where((row) =>
        row.or([
          row('claim.orderRef', 'ilike', containing(keyword ?? '')),
          row('claim.advertiserId', 'in', selectNamed(db, 'advertiser', keyword)),
          row('claim.publisherId', 'in', selectNamed(db, 'publisher', keyword)),
        ]),
      ),
    )
}

function selectNamed(db: Db, table: 'advertiser' | 'publisher', keyword = '') {
  return db.selectFrom(table).select('id').where('name', 'ilike', containing(keyword))
}

/** Selects waiting claims whose clock runs, as `isAsked` says: the others wait for evidence of the publisher. */
function waitsForAdvertiser(now: Date) {
  return sql<boolean>`(evidenced_at IS NULL AND evidence_until > ${now}) IS NOT TRUE`
}

function countWaiting(db: Db, scope: ClaimReader, now: Date): Promise<number> {
  return inScope(db.selectFrom('claim'), scope)
    .where('claim.status', '=', 'waiting')
    .$if(scope !== 'network' && 'advertiserId' in scope, (claims) => claims.where(waitsForAdvertiser(now)))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => count)
}

function withNames(db: Db) {
  return db
    .selectFrom('claim')
    .innerJoin('advertiser', 'advertiser.id', 'claim.advertiserId')
    .innerJoin('publisher', 'publisher.id', 'claim.publisherId')
    .innerJoin('site', 'site.id', 'claim.siteId')
    .selectAll('claim')
    .select(['advertiser.name as advertiserName', 'publisher.name as publisherName', 'site.name as siteName'])
}

interface Scoped {
  where(column: 'claim.publisherId' | 'claim.advertiserId', operator: '=', value: bigint): this
}

function inScope<Q extends Scoped>(query: Q, scope: ClaimReader): Q {
  if (scope === 'network') return query
  if ('publisherId' in scope) return query.where('claim.publisherId', '=', scope.publisherId)
  return query.where('claim.advertiserId', '=', scope.advertiserId)
}
