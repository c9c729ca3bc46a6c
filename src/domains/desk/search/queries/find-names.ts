import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { MAX_NAMES } from '#kernel/names.ts'
import type { NameKind } from '#kernel/names.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import type { FoundName } from '../contract.ts'
import { escapePattern } from './find-operator-things.ts'
import type { Searcher } from './searcher.ts'

/** What is searched: a text, after those that were chosen last, or one id alone. */
export interface AskedNames {
  kind: NameKind
  text: string
  id?: string | undefined
  /** The ids of those that were chosen last, the last one first. */
  recent: readonly string[]
  /** The advertiser whose sites an operator searches. */
  advertiserId?: bigint | undefined
}

/** Shorter texts are parts of too many names. */
const MIN_PART = 2

/**
 * Finds names that the searcher may choose, at most `MAX_NAMES`: those that were chosen last, then names that begin
 * with the text, by name, then others that contain it. Each statement reads an index or ends at the limit.
 */
export async function findNames(db: Db, searcher: Searcher, asked: AskedNames): Promise<FoundName[]> {
  const source = await findSource(db, searcher, asked)
  if (!source) return []
  const found = new Map<string, FoundName>()
  for (const condition of listConditions(source, asked)) {
    const { rows } = await sql<FoundName>`SELECT ${source.id}::text AS id, ${source.shown ?? source.name} AS name,
        ${source.detail} AS detail
      FROM ${source.from} AND ${condition} LIMIT ${MAX_NAMES}`.execute(db)
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
    if (found.size >= MAX_NAMES) break
  }
  return [...found.values()].slice(0, MAX_NAMES)
}

type Sql = RawBuilder<unknown>

/** Names of a kind, as far as the searcher may see them. */
interface Source {
  /** The tables, with `WHERE` and who may be seen. */
  from: Sql
  id: Sql
  /** The type of the id. */
  type: 'bigint' | 'text'
  /** What is searched first. */
  name: Sql
  /** What the reader sees, if it is more than the name. */
  shown?: Sql
  detail: Sql
  /** Further texts by which it is found. */
  others: readonly Sql[]
}

/** The conditions of one search, in the order in which their results are shown. */
function listConditions({ id, type, name, others }: Source, { text, id: one, recent }: AskedNames): Sql[] {
  const isOneOf = (ids: readonly string[]) =>
    sql`${id} = ANY (${type === 'text' ? ids : ids.filter((each) => /^\d+$/.test(each))}::${sql.raw(type)}[])`
  const contains = (column: Sql) => sql`${column} ILIKE ${containing(text)}`
  if (one !== undefined) return [isOneOf([one])]
  const beginning = `${escapePattern(text.toLowerCase())}%`
  return [
    sql`${isOneOf(recent)} AND ${contains(name)} ORDER BY array_position(${recent}::text[], ${id}::text)`,
    isOneOf([text]),
    sql`lower(${name}) LIKE ${beginning} ORDER BY lower(${name}) USING ~<~, ${id}`,
    ...(text.length < MIN_PART ? [] : [name, ...others].map(contains)),
  ]
}

async function findSource(
  db: Db,
  { role, publisherId, advertiserId: ownId }: Searcher,
  { kind, advertiserId }: AskedNames,
): Promise<Source | undefined> {
  const isOperator = role === 'operator'
  if (kind === 'advertisers') return getAdvertisers(isOperator ? 'all' : publisherId)
  if (kind === 'publishers' && isOperator) return getPublishers(sql`publisher WHERE true`)
  const programId = await findProgramId(db, isOperator ? advertiserId : ownId)
  if (programId === undefined) return undefined
  return kind === 'sites' ? getSites(programId) : getPublishers(sql`publisher ${joinedAt(programId)}`)
}

/** Finds the programme first: only by its id can PostgreSQL estimate how many publishers have joined. */
async function findProgramId(db: Db, advertiserId: bigint | undefined): Promise<bigint | undefined> {
  if (advertiserId === undefined) return undefined
  const { rows } = await sql<{ id: bigint }>`SELECT id FROM program WHERE advertiser_id = ${advertiserId}`.execute(db)
  return rows[0]?.id
}

/** The publishers of tables and a condition: all, or those who have joined a programme. */
function getPublishers(from: Sql): Source {
  return {
    from,
    id: sql`publisher.id`,
    type: 'bigint',
    name: sql`publisher.name`,
    detail: sql`'#' || publisher.id`,
    others: [],
  }
}

/** All advertisers, or those whose programmes a publisher has joined or left. */
function getAdvertisers(publisherId: bigint | 'all' | undefined): Source | undefined {
  if (publisherId === undefined) return undefined
  return {
    from:
      publisherId === 'all'
        ? sql`advertiser WHERE true`
        : sql`membership JOIN program ON program.id = membership.program_id
            JOIN advertiser ON advertiser.id = program.advertiser_id
            WHERE membership.publisher_id = ${publisherId}
              AND membership.status IN ('joined', 'left', 'suspended')`,
    id: sql`advertiser.id`,
    type: 'bigint',
    name: sql`advertiser.name`,
    detail: sql`'#' || advertiser.id`,
    others: [],
  }
}

/** The active sites of the publishers who have joined a programme, by their publisher. */
function getSites(programId: bigint): Source {
  return {
    from: sql`publisher JOIN site ON site.publisher_id = publisher.id AND site.is_active ${joinedAt(programId)}`,
    id: sql`site.key`,
    type: 'text',
    name: sql`publisher.name`,
    shown: sql`publisher.name || ' · ' || site.name`,
    detail: sql`site.key`,
    others: [sql`site.name`],
  }
}

function joinedAt(programId: bigint): Sql {
  return sql`JOIN membership ON membership.publisher_id = publisher.id AND membership.status = 'joined'
    WHERE membership.program_id = ${programId}`
}
