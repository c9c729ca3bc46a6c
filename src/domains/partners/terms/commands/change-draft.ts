import { isRegionCode } from '#kernel/regions.ts'
import { getValidation } from '#domains/programmes/programs/commands/add-terms.ts'
import { listMethods } from '#domains/programmes/programs/queries/programs.ts'
import { listGroups } from '#domains/programmes/rates/queries/groups.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { invalidField } from '#kernel/errors.ts'
import { restrictsMethod } from '#kernel/lists/promotion-methods.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findDraft, findLastNumber, listMembers } from '../queries/drafts.ts'
import { readBook } from '../queries/versions.ts'
import type { OrderTerms } from '../rules/difference.ts'
import { removeLine, saveLine, sortLines, toStoredLine } from '../rules/draft.ts'
import type { LineName, RateLine } from '../rules/draft.ts'
import { checkRevision, lockOpenProgram } from './lock-open-program.ts'

/** A change of a draft, by the brand that saw this revision of it; 0 while there is none. */
export interface DraftChange {
  advertiserId: bigint
  revision: number
}

/** Puts a rate into the draft, in place of the one with the given name. The first change begins the draft. */
export function saveDraftLine(ctx: Ctx, input: DraftChange & { line: RateLine; name: LineName | undefined }) {
  return changeDraft(ctx, input, async (tx, { lines, orderTerms }, programId) => {
    await checkNamed(tx, programId, input.line)
    const lastNumber = await findLastNumber(tx.db, programId)
    return { lines: saveLine(lines, { line: input.line, name: input.name, lastNumber }), orderTerms }
  })
}

/** Removes a rate from the draft. */
export function removeDraftLine(ctx: Ctx, input: DraftChange & { name: LineName }) {
  return changeDraft(ctx, input, (_, { lines, orderTerms }) =>
    Promise.resolve({ lines: removeLine(lines, input.name), orderTerms }),
  )
}

/**
 * Puts into the draft what its version will say about all orders. A hold without its note is refused, and a restriction
 * of a method that takes nothing away.
 */
export function saveOrderTerms(ctx: Ctx, input: DraftChange & { orderTerms: OrderTerms }) {
  const { windowDays, couponRule, restrictions } = input.orderTerms
  const orderTerms = { windowDays, couponRule, ...getValidation(input.orderTerms), restrictions }
  return changeDraft(ctx, input, async (tx, { lines }, programId) => {
    const policies = new Map((await listMethods(tx.db, programId)).map(({ method, policy }) => [method, policy]))
    const idle = restrictions.find(({ method, policy }) => !restrictsMethod(policies.get(method), policy ?? undefined))
    if (idle) throw invalidField('restricts', { code: 'rates.no_restriction', params: { method: idle.method } })
    return { lines, orderTerms }
  })
}

/** Deletes the draft. */
export function discardDraft(ctx: Ctx, { advertiserId, revision }: DraftChange) {
  return inTransaction(ctx, async (tx) => {
    const { program } = await lockOpenProgram(tx, advertiserId)
    const draft = await findDraft(tx.db, { programId: program.id })
    checkRevision(draft, revision)
    await tx.db.deleteFrom('termsDraft').where('programId', '=', program.id).execute()
    await audit(tx, { action: 'terms.discard_draft', target: `program:${program.id}`, details: { revision } })
  })
}

interface Content {
  lines: readonly RateRule[]
  orderTerms: OrderTerms | null
}

type Change = (tx: Ctx, content: Content, programId: bigint) => Promise<Content>

/** Changes the draft; without one, begins it with the rates of the version that begins next or is in force. */
function changeDraft(ctx: Ctx, { advertiserId, revision }: DraftChange, change: Change) {
  return inTransaction(ctx, async (tx) => {
    const { program, versions } = await lockOpenProgram(tx, advertiserId)
    const programId = program.id
    const draft = await findDraft(tx.db, { programId })
    checkRevision(draft, revision)
    const base = versions.scheduled ?? versions.inForce
    const begun = draft ?? { lines: sortLines((await readBook(tx.db, base)).rules), orderTerms: null }
    const { lines, orderTerms } = await change(tx, begun, programId)
    const row = {
      revision: revision + 1,
      lines: JSON.stringify(lines.map(toStoredLine)),
      orderTerms: orderTerms && JSON.stringify(orderTerms),
      changedAt: tx.now,
      changedBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
    }
    await tx.db
      .insertInto('termsDraft')
      .values({ programId, ...row })
      .onConflict((conflict) => conflict.column('programId').doUpdateSet(row))
      .execute()
    await tx.db.deleteFrom('termsReplay').where('programId', '=', programId).execute()
    const details = { revision: row.revision, lines: lines.length, orderTerms }
    await audit(tx, { action: 'terms.change_draft', target: `program:${programId}`, details })
    return { revision: row.revision }
  })
}

/** Refuses a publisher, a group or a region that the programme does not know. */
async function checkNamed(tx: Ctx, programId: bigint, { publisherId, groupId, region }: RateLine): Promise<void> {
  if (region !== null && !isRegionCode(region)) {
    throw invalidField('region', { code: 'advertiser.region', params: { code: region } })
  }
  if (publisherId !== null && (await listMembers(tx.db, { programId, publisherIds: [publisherId] })).length === 0) {
    throw invalidField('publisher_id', { code: 'rates.unknown_publisher' })
  }
  if (groupId === null) return
  const groups = await listGroups(tx.db, { programId })
  if (!groups.some(({ id }) => id === groupId)) throw invalidField('group_id', { code: 'rates.unknown_group' })
}
