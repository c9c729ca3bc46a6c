import { sql } from 'kysely'
import type { Db } from '#database'
import { DRY_RUN_DAYS } from '../rules/join-rules.ts'
import type { JoinRule, PastRequest, RequestFacts } from '../rules/join-rules.ts'

/** The newest version of the rules of a programme; version 0 without rules while there is none. */
export interface JoinRules {
  version: number
  createdAt: Date | null
  rules: JoinRule[]
}

/** Reads the rules of a programme that hold. */
export async function readJoinRules(db: Db, { programId }: { programId: bigint }): Promise<JoinRules> {
  const newest = await db
    .selectFrom('joinRuleVersion')
    .select(['version', 'createdAt'])
    .where('programId', '=', programId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return { version: 0, createdAt: null, rules: [] }
  const rules = await db
    .selectFrom('joinRule')
    .select(['ruleNo', 'action', 'methods', 'countries', 'minSiteDays', 'maxSiteDays', 'isVerified', 'text'])
    .where('programId', '=', programId)
    .where('version', '=', newest.version)
    .orderBy('ruleNo')
    .execute()
  return { ...newest, rules }
}

/** Reads what rules ask about a request of a publisher that is made now. */
export async function readRequestFacts(
  db: Db,
  { publisherId, methods, now }: { publisherId: bigint; methods: readonly string[]; now: Date },
): Promise<RequestFacts> {
  const { rows } = await sql<Omit<RequestFacts, 'methods'>>`
    SELECT nullif(profile.country, '') AS country, sites.* FROM publisher
    LEFT JOIN publisher_profile AS profile ON profile.id = publisher.id
    CROSS JOIN LATERAL (${selectSites(sql`${now}::timestamptz`)}) AS sites
    WHERE publisher.id = ${publisherId}`.execute(db)
  return { country: null, siteDays: null, isVerified: false, ...rows[0], methods }
}

/** The age of the oldest active site of the publisher `publisher` at a time, and whether one was verified by then. */
function selectSites(at: ReturnType<typeof sql>) {
  return sql`SELECT floor(extract(epoch FROM ${at} - min(created_at)) / 86400)::int AS site_days,
      coalesce(bool_or(script_found_at <= ${at}), false) AS is_verified
    FROM site WHERE site.publisher_id = publisher.id AND site.is_active AND site.created_at <= ${at}`
}

/** The most requests of a dry run. */
const MAX_TRIED = 5000

/**
 * Lists the requests to join a programme of the last `DRY_RUN_DAYS` days, the newest first, with the first decision of
 * a person about each. Country and sites are those of now, as far as they existed at the request.
 */
export async function listPastRequests(
  db: Db,
  { programId, now }: { programId: bigint; now: Date },
): Promise<PastRequest[]> {
  const { rows } = await sql<PastRequest>`
    SELECT publisher.id AS publisher_id, publisher.name, asked.happened_at AS requested_at, asked.methods,
      nullif(profile.country, '') AS country, sites.*, decided.kind AS decision
    FROM (
      SELECT * FROM membership_event
      WHERE program_id = ${programId} AND kind = 'request'
        AND happened_at >= ${now}::timestamptz - ${DRY_RUN_DAYS} * interval '24 hours'
      ORDER BY happened_at DESC LIMIT ${MAX_TRIED}
    ) AS asked
    JOIN publisher ON publisher.id = asked.publisher_id
    LEFT JOIN publisher_profile AS profile ON profile.id = publisher.id
    CROSS JOIN LATERAL (${selectSites(sql`asked.happened_at`)}) AS sites
    LEFT JOIN LATERAL (
      SELECT kind FROM membership_event AS later
      WHERE later.publisher_id = asked.publisher_id AND later.program_id = asked.program_id
        AND later.sequence > asked.sequence AND later.kind IN ('approve', 'decline')
        AND later.acted_as IN ('advertiser', 'operator')
      ORDER BY later.sequence LIMIT 1
    ) AS decided ON true
    ORDER BY asked.happened_at DESC, publisher.id`.execute(db)
  return rows
}
