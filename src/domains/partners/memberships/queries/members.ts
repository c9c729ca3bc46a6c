import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { addDays } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import type { MembershipStatus } from '#domains/programmes/programs/rules.ts'
import { writeMeasure } from '#domains/figures/reports/queries/measure-sql.ts'
import { FIGURE_NAMES, NO_FIGURES, getDefinition } from '#kernel/measures.ts'
import type { FullFigures } from '#kernel/measures.ts'
import { DORMANT_DAYS } from '../rules/vocabulary.ts'
import type { Activity, MemberSort } from '../rules/vocabulary.ts'

/** Which publishers of a programme are meant. An absent field filters nothing. */
export interface MemberFilter {
  advertiserId: bigint
  /** A part of the name. */
  keyword?: string | undefined
  /** Those that have joined, unless another status is asked for. */
  status?: MembershipStatus | undefined
  groupId?: bigint | undefined
  tag?: string | undefined
  activity?: Activity | undefined
  today: Day
}

/** A publisher of a programme with its figures in a range. */
export interface MemberRow extends FullFigures {
  publisherId: bigint
  name: string
  status: MembershipStatus
  decidedAt: Date | null
  lastOrderOn: Day | null
  groups: { id: number; name: string }[]
  tags: string[]
}

const totals = sql.join(FIGURE_NAMES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint AS ${sql.ref(name)}`))

const lastOrder = sql`(
  SELECT max(day) FROM rollup_advertiser AS days
  WHERE days.advertiser_id = program.advertiser_id AND days.publisher_id = member.publisher_id AND days.transactions > 0
)`

/** Lists the publishers of a programme with their figures in a range. `count` covers all pages. */
export async function listMembers(
  db: Db,
  { range, sort, page, ...filter }: MemberFilter & { range: DayRange; sort: MemberSort; page: Page },
) {
  const count = await countMembers(db, filter)
  const place = { sort, limit: page.size, offset: getOffset(page, count) }
  const members = await readMembers(db, {
    filter: selectMatching(filter),
    advertiserId: filter.advertiserId,
    range,
    place,
  })
  return { count: Number(count), members }
}

/** Sums the figures of all publishers of a filter in a range. */
export async function sumMembers(
  db: Db,
  { range, ...filter }: MemberFilter & { range: DayRange },
): Promise<FullFigures> {
  const { rows } = await sql<FullFigures>`
    WITH figures AS (${NO_VALUES})
    SELECT ${totals} FROM rollup_advertiser
    WHERE advertiser_id = ${filter.advertiserId} AND day >= ${range.from} AND day < ${range.until}
      AND publisher_id IN (SELECT member.publisher_id ${selectMatching(filter)})`.execute(db)
  return rows[0] ?? NO_FIGURES
}

/** Gets a publisher of a programme, whatever its status, with its figures in a range. */
export async function getMember(
  db: Db,
  { advertiserId, publisherId, range }: { advertiserId: bigint; publisherId: bigint; range: DayRange },
) {
  const filter = sql`${MEMBERS} WHERE program.advertiser_id = ${advertiserId} AND member.publisher_id = ${publisherId}`
  const place = { sort: 'name' as const, limit: 1, offset: 0 }
  const [row] = await readMembers(db, { filter, advertiserId, range, place })
  if (!row) throw notFound()
  return row
}

interface MemberQuery {
  filter: RawBuilder<unknown>
  advertiserId: bigint
  range: DayRange
  place: { sort: MemberSort; limit: number; offset: number }
}

/** Sums of all publishers only what orders them, and everything of those on the page: most of the time goes there. */
async function readMembers(db: Db, { filter, advertiserId, range, place }: MemberQuery) {
  const { sort, limit, offset } = place
  const inRange = sql`advertiser_id = ${advertiserId} AND day >= ${range.from} AND day < ${range.until}`
  const { rows } = await sql<MemberRow>`
    WITH figures AS MATERIALIZED (${selectSortValues(sort, inRange)}), listed AS (
      SELECT member.program_id, member.publisher_id, publisher.name, member.status, member.decided_at, sort_value,
        ${sort === 'last_order' ? lastOrder : sql`NULL::date`} AS last_day
      ${filter}
    ), shown AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY ${buildOrder(sort)}) AS place FROM listed
      ORDER BY place LIMIT ${limit} OFFSET ${offset}
    )
    SELECT member.program_id, member.publisher_id, member.name, member.status, member.decided_at, own.*,
      ${lastOrder} AS last_order_on,
      (SELECT coalesce(json_agg(json_build_object('id', own.id, 'name', own.name) ORDER BY lower(own.name)), '[]')
        FROM publisher_group_member AS inside JOIN publisher_group AS own ON own.id = inside.group_id
        WHERE inside.publisher_id = member.publisher_id AND own.program_id = member.program_id) AS groups,
      ARRAY(SELECT tag FROM publisher_tag AS tagged
        WHERE tagged.publisher_id = member.publisher_id AND tagged.program_id = member.program_id ORDER BY tag) AS tags
    FROM shown AS member JOIN program ON program.id = member.program_id
    CROSS JOIN LATERAL (
      SELECT ${totals} FROM rollup_advertiser WHERE publisher_id = member.publisher_id AND ${inRange}
    ) AS own
    ORDER BY place`.execute(db)
  return rows
}

const NO_VALUES = sql`SELECT NULL::bigint AS publisher_id, NULL::numeric AS sort_value WHERE false`

/** Selects by publisher the measure that orders the list; nothing for an order by something else. */
function selectSortValues(sort: MemberSort, inRange: RawBuilder<unknown>): RawBuilder<unknown> {
  if (sort === 'name' || sort === 'joined' || sort === 'last_order') return NO_VALUES
  const value = writeMeasure(sort, (figure) => sql`sum(${sql.ref(figure)})`)
  return sql`SELECT publisher_id, ${value} AS sort_value FROM rollup_advertiser WHERE ${inRange} GROUP BY publisher_id`
}

/** Counts the publishers of a filter. */
export async function countMembers(db: Db, filter: MemberFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    WITH figures AS (${NO_VALUES})
    SELECT count(*) ${selectMatching(filter)}`.execute(db)
  return rows[0]?.count ?? 0n
}

/** Lists the ids of the publishers of a filter, or of those named that belong to the programme, up to a limit. */
export async function listMemberIds(
  db: Db,
  chosen: MemberFilter | { advertiserId: bigint; publisherIds: readonly bigint[] },
  limit: number,
): Promise<bigint[]> {
  const matching =
    'publisherIds' in chosen
      ? sql`FROM membership AS member JOIN program ON program.id = member.program_id
          WHERE program.advertiser_id = ${chosen.advertiserId}
            AND member.publisher_id = ANY (${[...chosen.publisherIds]}::bigint[])`
      : selectMatching(chosen)
  const { rows } = await sql<{ publisherId: bigint }>`
    WITH figures AS (${NO_VALUES})
    SELECT member.publisher_id ${matching} ORDER BY member.publisher_id LIMIT ${limit}`.execute(db)
  return rows.map(({ publisherId }) => publisherId)
}

/** Lists the tags of a programme. */
export async function listTags(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT DISTINCT tag FROM publisher_tag JOIN program ON program.id = publisher_tag.program_id
    WHERE program.advertiser_id = ${advertiserId} ORDER BY tag`.execute(db)
  return rows.map(({ tag }) => tag)
}

const MEMBERS = sql`FROM membership AS member JOIN program ON program.id = member.program_id
  JOIN publisher ON publisher.id = member.publisher_id
  LEFT JOIN figures ON figures.publisher_id = member.publisher_id`

/** Selects the members of a filter, beside the figures of each in `figures`. */
function selectMatching(filter: MemberFilter): RawBuilder<unknown> {
  const { advertiserId, keyword = '', status = 'joined', groupId, tag, activity, today } = filter
  const isNamed = keyword === '' ? sql`true` : sql`publisher.name ILIKE ${containing(keyword)}`
  const isInGroup =
    groupId === undefined
      ? sql`true`
      : sql`EXISTS (SELECT FROM publisher_group_member AS inside JOIN publisher_group AS own ON own.id = inside.group_id
          WHERE inside.publisher_id = member.publisher_id AND own.id = ${groupId}
            AND own.program_id = member.program_id)`
  const isTagged =
    tag === undefined || tag === ''
      ? sql`true`
      : sql`EXISTS (SELECT FROM publisher_tag AS tagged WHERE tagged.program_id = member.program_id
          AND tagged.tag = ${tag} AND tagged.publisher_id = member.publisher_id)`
  const recent = sql`member.publisher_id IN (SELECT publisher_id FROM rollup_advertiser
    WHERE advertiser_id = ${advertiserId} AND day > ${addDays(today, -DORMANT_DAYS)} AND clicks > 0)`
  const isActive = activity === undefined ? sql`true` : activity === 'active' ? recent : sql`NOT (${recent})`
  return sql`${MEMBERS}
    WHERE program.advertiser_id = ${advertiserId} AND member.status = ${status} AND ${isNamed} AND ${isInGroup}
      AND ${isTagged} AND ${isActive}`
}

function buildOrder(sort: MemberSort): RawBuilder<unknown> {
  if (sort === 'name') return sql`lower(name), publisher_id`
  if (sort === 'joined') return sql`decided_at DESC NULLS LAST, publisher_id`
  if (sort === 'last_order') return sql`last_day DESC NULLS LAST, publisher_id`
  // Without clicks and orders a sum is 0, and a share has no value.
  const value = getDefinition(sort).per ? sql`sort_value` : sql`coalesce(sort_value, 0)`
  return sql`${value} DESC NULLS LAST, publisher_id`
}
