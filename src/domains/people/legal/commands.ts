import { sql } from 'kysely'
import type { Db } from '#database'
import type { Role } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mailReaders } from '#platform/server/mail/mail-readers.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { announcePageChange } from '#platform/server/database/notify.ts'
import type { Locale } from '#texts/texts.ts'
import { changeEmail, objectionEmail } from './mails.ts'
import { getOwnChange } from './queries/changes.ts'
import type { BoundAccount } from './queries/changes.ts'
import { BOUND_ROLES, checkHoldsFrom, getObjectionEnd } from './rules.ts'
import type { ChangedDocument } from './rules.ts'

/** A change of a legal text, in both languages. The texts are Markdown and begin with their title. */
export interface ChangeInput {
  document: ChangedDocument
  holdsFrom: Day
  summaryEn: string
  summaryZh: string
  textEn: string
  textZh: string
}

/**
 * Announces a change; a job mails it to all whom the text binds, and the public pages show it from its day on. Refuses
 * a day before accounts could object, a text without a title, and with 409 a second change of a text for one day.
 */
export function announceChange(ctx: Ctx, change: ChangeInput): Promise<void> {
  checkHoldsFrom(change.holdsFrom, ctx.now)
  for (const [field, text] of [
    ['text_en', change.textEn],
    ['text_zh', change.textZh],
  ] as const) {
    if (!/^# \S/.test(text)) throw invalidField(field, { code: 'terms.no_title' })
  }
  return inTransaction(ctx, async (tx) => {
    const announcedBy = tx.actor.kind === 'account' ? tx.actor.accountId : null
    const { id } = await refuseViolation(
      tx.db
        .insertInto('termsChange')
        .values({ ...change, announcedAt: tx.now, announcedBy })
        .returning('id')
        .executeTakeFirstOrThrow(),
      {
        terms_change_document_holds_from_key: new Refusal({
          code: 'terms.same_day',
          status: 409,
          wireCode: 'invalid',
          field: 'holds_from',
        }),
      },
    )
    await tx.db.insertInto('termsMailing').values({ changeId: id, reachedId: 0n }).execute()
    await announcePageChange(tx)
    const { document, holdsFrom } = change
    await audit(tx, { action: 'terms.announce', target: `terms-change:${id}`, details: { document, holdsFrom } })
  })
}

/** Mails the announced changes to all whom they bind, each account once. */
export async function mailChanges(ctx: Ctx): Promise<void> {
  const open = await ctx.db.selectFrom('termsMailing').select('changeId').orderBy('changeId').execute()
  await mailReaders(ctx, open, async (tx, { changeId }) => {
    const mailing = await tx.db
      .selectFrom('termsMailing')
      .innerJoin('termsChange as change', 'change.id', 'termsMailing.changeId')
      .selectAll('change')
      .select('reachedId as afterId')
      .where('changeId', '=', changeId)
      .forUpdate('termsMailing')
      .executeTakeFirst()
    if (!mailing) return undefined
    const { document, afterId } = mailing
    return {
      afterId,
      listReaders: ({ db }, next) => listReaders(db, { document, ...next }),
      write: ({ locale, displayName: name }) => changeEmail({ branding: tx.branding, locale, name }, mailing),
      save: ({ db }, reachedId) =>
        reachedId === null
          ? db.deleteFrom('termsMailing').where('changeId', '=', changeId).execute()
          : db.updateTable('termsMailing').set({ reachedId }).where('changeId', '=', changeId).execute(),
      act: { action: 'terms.mail', target: `terms-change:${changeId}` },
    }
  })
}

interface Reader {
  id: bigint
  email: string
  locale: Locale
  displayName: string
}

/** Lists the next accounts whom a text binds, by their ids; sub-accounts act for their publisher. */
async function listReaders(
  db: Db,
  { document, afterId, limit }: { document: ChangedDocument; afterId: bigint; limit: number },
): Promise<Reader[]> {
  const roles: Role[] = [...BOUND_ROLES[document]]
  const { rows } = await sql<Reader>`
    SELECT id, email, locale, display_name FROM account_summary AS account
    WHERE id > ${afterId} AND role = ANY (${roles}) AND review_status = 'approved' AND erased_at IS NULL
      AND NOT EXISTS (SELECT FROM sub_account WHERE sub_account.account_id = account.id)
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/** Who objects to which change. */
export interface ObjectionInput {
  account: BoundAccount
  changeId: bigint
}

/**
 * Records that an account objects to a change, and mails it to the operators. Refuses with 409 an objection after the
 * month, one of an account that was made after the announcement, and a second one.
 */
export function objectToChange(ctx: Ctx, { account, changeId }: ObjectionInput): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const change = await getOwnChange(tx.db, account, changeId)
    if (tx.now >= getObjectionEnd(change.announcedAt)) throw new Refusal({ code: 'terms.too_late', status: 409 })
    if (change.isAgreed) throw new Refusal({ code: 'terms.agreed', status: 409 })
    const { accountId } = account
    const made = await tx.db
      .insertInto('termsObjection')
      .values({ changeId, accountId, objectedAt: tx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('changeId')
      .executeTakeFirst()
    if (!made) throw new Refusal({ code: 'terms.objected', status: 409 })
    await audit(tx, { action: 'terms.object', target: `terms-change:${changeId}` })
    const operators = await tx.db
      .selectFrom('accountSummary')
      .select(['email', 'locale'])
      .where('role', '=', 'operator')
      .where('reviewStatus', '=', 'approved')
      .execute()
    const objector = tx.actor.kind === 'account' ? tx.actor.displayName : ''
    for (const { email, locale } of operators) {
      await enqueueMail(tx, {
        to: email,
        message: objectionEmail({ branding: tx.branding, locale, name: objector }, change),
      })
    }
  })
}

/** Shows a change on the public pages on the day from which it holds. */
export async function beginChanges(ctx: Ctx): Promise<void> {
  const begins = await ctx.db
    .selectFrom('termsChange')
    .select('id')
    .where('holdsFrom', '=', toDay(ctx.now))
    .executeTakeFirst()
  if (begins) await announcePageChange(ctx)
}
