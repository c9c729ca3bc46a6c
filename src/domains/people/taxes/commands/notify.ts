import { sql } from 'kysely'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { isWithinLimit } from '#platform/server/limits/rate-limit.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { formEndEmail, formWaitsEmail } from '../mails.ts'
import { END_WARNING_DAYS } from '../rules.ts'
import type { TaxFormType } from '../rules.ts'

/** Mails to the operators about forms that wait. */
const NOTICE_LIMIT = { max: 1, windowSeconds: 3600 }

/** Tells the operators who want it that a tax form waits; at most once an hour, however many arrive. */
export async function notifyOperators(tx: Ctx, news: { publisher: string }): Promise<void> {
  if (!(await isWithinLimit(tx, { key: 'tax-form-notice', ...NOTICE_LIMIT }))) return
  const operators = await tx.db
    .selectFrom('accountSummary')
    .select(['email', 'locale'])
    .where('role', '=', 'operator')
    .where('reviewStatus', '=', 'approved')
    .where(sql<boolean>`NOT 'tax_forms' = ANY (muted_notices)`)
    .execute()
  for (const { email, locale } of operators) {
    await enqueueMail(tx, { to: email, message: formWaitsEmail({ branding: tx.branding, ...news, locale }) })
  }
}

const BATCH = 200

/** Mails publishers whose verified form ends soon or has ended, each once. */
export async function mailFormEnds(ctx: Ctx): Promise<void> {
  const today = toDay(ctx.now)
  for (;;) {
    const ends = await listEnds(ctx, today)
    for (const end of ends) await mailEnd(ctx, { ...end, today })
    if (ends.length < BATCH) return
  }
}

interface FormEnd {
  id: string
  publisherId: bigint
  form: TaxFormType
  expiresOn: Day
}

/** A form of which a newer one waits needs no mail. */
async function listEnds({ db }: Ctx, today: Day): Promise<FormEnd[]> {
  const { rows } = await sql<FormEnd>`
    SELECT id, publisher_id, form, expires_on FROM tax_form
    WHERE status = 'verified' AND end_mails < 2
      AND (expires_on < ${today} OR (end_mails = 0 AND expires_on <= ${addDays(today, END_WARNING_DAYS)}))
      AND NOT EXISTS (
        SELECT FROM tax_form AS newer WHERE newer.publisher_id = tax_form.publisher_id AND newer.status = 'waiting'
      )
    ORDER BY expires_on, id LIMIT ${BATCH}`.execute(db)
  return rows
}

function mailEnd(ctx: Ctx, { today, ...end }: FormEnd & { today: Day }) {
  const { id, publisherId, expiresOn } = end
  const hasEnded = expiresOn < today
  return inTransaction(ctx, async (tx) => {
    const marked = await tx.db
      .updateTable('taxForm')
      .set({ endMails: hasEnded ? 2 : 1 })
      .where('id', '=', id)
      .where('status', '=', 'verified')
      .where('endMails', '<', hasEnded ? 2 : 1)
      .returning('id')
      .executeTakeFirst()
    if (!marked) return
    const { email, name, locale } = await getPublisher(tx.db, { publisherId })
    await enqueueMail(tx, {
      to: email,
      message: formEndEmail({ branding: tx.branding, locale, name }, { ...end, hasEnded }),
    })
    await audit(tx, { action: 'tax-form.mail-end', target: `tax-form:${id}`, details: { hasEnded } })
  })
}
