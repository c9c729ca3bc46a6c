import { sql } from 'kysely'
import type { Db } from '#database'
import type { Role } from '#kernel/actor.ts'
import { notFound } from '#kernel/errors.ts'
import { BOUND_ROLES, CHANGED_DOCUMENTS } from '../rules.ts'

/** An account that reads changes of the terms. */
export interface BoundAccount {
  accountId: bigint
  role: Role
}

/** A change with the objection of an account. */
export type OwnChangeRow = Awaited<ReturnType<typeof listOwnChanges>>[number]

/**
 * Lists the changes of the texts that bind an account, the latest first. One that was announced before the account was
 * made is among the terms to which it agreed.
 */
export function listOwnChanges(db: Db, { accountId, role }: BoundAccount) {
  const documents = CHANGED_DOCUMENTS.filter((document) => BOUND_ROLES[document].includes(role))
  return db
    .selectFrom('termsChange as change')
    .leftJoin('termsObjection as objection', (join) =>
      join.onRef('objection.changeId', '=', 'change.id').on('objection.accountId', '=', accountId),
    )
    .innerJoin('accountSummary as account', (join) => join.on('account.id', '=', accountId))
    .selectAll('change')
    .select('objection.objectedAt')
    .select(sql<boolean>`account.created_at >= change.announced_at`.as('isAgreed'))
    .where(sql<boolean>`change.document = ANY (${documents})`)
    .orderBy('change.holdsFrom', 'desc')
    .orderBy('change.id', 'desc')
    .execute()
}

/** Gets a change of a text that binds an account. Refuses others as not found. */
export async function getOwnChange(db: Db, account: BoundAccount, changeId: bigint): Promise<OwnChangeRow> {
  const changes = await listOwnChanges(db, account)
  const change = changes.find(({ id }) => id === changeId)
  if (!change) throw notFound()
  return change
}

/** Lists all changes with those who announced them, their mails and the objections, the latest first. */
export async function listChanges(db: Db) {
  const changes = await db
    .selectFrom('termsChange as change')
    .leftJoin('accountSummary as announcer', 'announcer.id', 'change.announcedBy')
    .leftJoin('termsMailing as mailing', 'mailing.changeId', 'change.id')
    .selectAll('change')
    .select(['announcer.displayName as announcerName', 'mailing.reachedId as mailedTo'])
    .orderBy('change.announcedAt', 'desc')
    .execute()
  const objections = await db
    .selectFrom('termsObjection as objection')
    .innerJoin('accountSummary as account', 'account.id', 'objection.accountId')
    .select(['objection.changeId', 'objection.accountId', 'objection.objectedAt', 'account.displayName as name'])
    .orderBy('objection.objectedAt')
    .execute()
  return changes.map((change) => ({
    ...change,
    objections: objections.filter(({ changeId }) => changeId === change.id),
  }))
}
