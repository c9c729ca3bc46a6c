import { sql } from 'kysely'
import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { changeMembers, createGroup, namePublishers } from '#domains/programmes/rates/commands/groups.ts'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import { isPricedGroup } from '#domains/partners/terms/queries/priced-groups.ts'
import { includesAct } from '#kernel/access.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listMemberIds } from '../queries/members.ts'
import type { MemberFilter } from '../queries/members.ts'
import { MAX_TAGS } from '../rules/vocabulary.ts'

/** The most publishers whom one change concerns. */
const MAX_LABELLED = 50_000

/** A group or a tag that publishers get or lose. */
export interface Labelling {
  act: 'add' | 'remove'
  kind: 'group' | 'tag'
  name: string
  /** The publishers of a programme: those named, or those of a filter. Others than its own are left out. */
  chosen: MemberFilter | { advertiserId: bigint; publisherIds: readonly bigint[] }
}

/**
 * Gives publishers of a programme a tag or puts them into a group, or takes them out. Adding makes a group or tag that
 * is new. Answers how many publishers are concerned, and for which of them that changed something. Refuses a group that
 * a rate names to a member who may not set rates: its publishers would get other rates.
 */
export function labelMembers(ctx: Ctx, { act, kind, name, chosen }: Labelling) {
  return inTransaction(ctx, async (tx) => {
    const program = await findProgramByAdvertiser(tx.db, { advertiserId: chosen.advertiserId })
    if (!program) throw notFound()
    const publisherIds = await listMemberIds(tx.db, chosen, MAX_LABELLED)
    const label = { programId: program.id, name, publisherIds, isMember: act === 'add' }
    const changedIds = await (kind === 'group' ? labelByGroup(tx, label) : labelByTag(tx, label))
    return { changed: publisherIds.length, changedIds }
  })
}

interface Label {
  programId: bigint
  name: string
  publisherIds: readonly bigint[]
  isMember: boolean
}

async function labelByGroup(tx: Ctx, { programId, name, publisherIds, isMember }: Label): Promise<bigint[]> {
  const groups = await listGroups(tx.db, { programId })
  const found = groups.find((group) => group.name.toLowerCase() === name.toLowerCase())
  if (!found && !isMember) return []
  if (found) await refusePriced(tx, { programId, ...found })
  const groupId = found?.id ?? (await createGroup(tx, { programId, name })).groupId
  return changeMembers(tx, { programId, groupId, publisherIds, isMember })
}

async function refusePriced(tx: Ctx, group: { programId: bigint; id: bigint; name: string }): Promise<void> {
  const { actor, now } = tx
  if (actor.kind !== 'account' || actor.role !== 'advertiser' || includesAct(actor.teamRole, 'set_terms')) return
  const { programId, id: groupId, name } = group
  if (!(await isPricedGroup(tx.db, { programId, groupId, now }))) return
  throw new Refusal({ code: 'membership.priced_group', params: { name }, status: 403 })
}

async function labelByTag(tx: Ctx, { programId, name, publisherIds, isMember }: Label): Promise<bigint[]> {
  if (isMember) await refuseTooMany(tx, programId, name)
  const ids = sql`${[...publisherIds]}::bigint[]`
  const change = isMember
    ? sql<{ publisherId: bigint }>`
        INSERT INTO publisher_tag (program_id, tag, publisher_id, tagged_at)
        SELECT ${programId}::bigint, ${name}::text, publisher_id, ${tx.now}::timestamptz
        FROM unnest(${ids}) AS publisher_id
        ON CONFLICT DO NOTHING RETURNING publisher_id`
    : sql<{ publisherId: bigint }>`
        DELETE FROM publisher_tag WHERE program_id = ${programId} AND tag = ${name} AND publisher_id = ANY (${ids})
        RETURNING publisher_id`
  const { rows } = await change.execute(tx.db)
  const action = isMember ? 'publisher_tag.add' : 'publisher_tag.remove'
  const changedIds = rows.map(({ publisherId }) => publisherId)
  const details = { tag: name, ...namePublishers(changedIds) }
  await audit(tx, { action, target: `program:${programId}`, details })
  return changedIds
}

async function refuseTooMany(tx: Ctx, programId: bigint, name: string): Promise<void> {
  const { rows } = await sql<{ tag: string }>`
    SELECT DISTINCT tag FROM publisher_tag WHERE program_id = ${programId}`.execute(tx.db)
  if (rows.length < MAX_TAGS || rows.some(({ tag }) => tag === name)) return
  throw new Refusal({ code: 'membership.too_many_tags', params: { max: MAX_TAGS }, status: 409 })
}
