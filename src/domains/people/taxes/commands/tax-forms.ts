import type { Selectable } from 'kysely'
import { keepFile, releaseFiles } from '#domains/people/files/commands.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { formDecidedEmail } from '../mails.ts'
import { findLegalDetails } from '../queries.ts'
import { checkForm, getLastDay, listForms } from '../rules.ts'
import type { TaxFormType } from '../rules.ts'
import type { TaxFormTable } from '../tables.ts'
import { lockPublisher } from './lock-publisher.ts'
import { notifyOperators } from './notify.ts'

/** A form that was never verified is kept this long after it was refused or replaced. */
const REFUSED_MS = 90 * DAY_MS

/** A form under which the network paid is kept this long after the next one: as long as a tax office may ask for it. */
const USED_MS = 4 * 366 * DAY_MS

/** A form that a publisher hands in. */
export interface FormInput {
  publisherId: bigint
  form: TaxFormType
  signedOn: Day
  fileId: string
}

/**
 * Hands a tax form in; it waits for an operator and replaces one that waits. A verified one holds until the new one is
 * verified. Refuses with 409 a publisher without legal details, and the fields `form`, `signed_on` and `file_id`.
 */
export function submitForm(ctx: Ctx, input: FormInput): Promise<void> {
  const { publisherId, form, signedOn, fileId } = input
  return inTransaction(ctx, async (tx) => {
    await lockPublisher(tx, publisherId)
    const details = await findLegalDetails(tx.db, { publisherId })
    if (!details) throw new Refusal({ code: 'tax.no_details', status: 409 })
    checkForm(input, { admitted: listForms(details), today: toDay(tx.now) })
    const { accountId, name } = await getPublisher(tx.db, { publisherId })
    await replaceForm(tx, { publisherId, status: 'waiting' })
    await keepFile(tx, { fileId, accountId, purpose: 'tax_form' })
    const id = uuid7(tx.now.getTime())
    await tx.db
      .insertInto('taxForm')
      .values({
        id,
        publisherId,
        form,
        signedOn,
        expiresOn: getLastDay(form, signedOn),
        fileId,
        status: 'waiting',
        submittedAt: tx.now,
        decidedAt: null,
        decidedBy: null,
        verifiedAt: null,
        reason: null,
      })
      .execute()
    await audit(tx, { action: 'tax-form.submit', target: `tax-form:${id}`, details: { publisherId, form } })
    await notifyOperators(tx, { publisher: name })
  })
}

/** Ends the waiting or the verified form of a publisher, because another one takes its place. */
export async function replaceForm(
  tx: Ctx,
  { publisherId, status }: { publisherId: bigint; status: 'waiting' | 'verified' },
): Promise<void> {
  const replaced = await tx.db
    .updateTable('taxForm')
    .set({ status: 'replaced' })
    .where('publisherId', '=', publisherId)
    .where('status', '=', status)
    .returning(['publisherId', 'fileId', 'verifiedAt'])
    .execute()
  for (const form of replaced) await releaseForm(tx, form)
}

/** Lets the file of a form that has ended be deleted after a time, unless a waiting or verified form has it too. */
async function releaseForm(
  tx: Ctx,
  { publisherId, fileId, verifiedAt }: Pick<Selectable<TaxFormTable>, 'publisherId' | 'fileId' | 'verifiedAt'>,
): Promise<void> {
  if (fileId === null) return
  const keepMs = verifiedAt === null ? REFUSED_MS : USED_MS
  const other = await tx.db
    .selectFrom('taxForm')
    .select('id')
    .where('publisherId', '=', publisherId)
    .where('fileId', '=', fileId)
    .where('status', 'in', ['waiting', 'verified'])
    .executeTakeFirst()
  if (other === undefined) await releaseFiles(tx, [fileId], new Date(tx.now.getTime() + keepMs))
}

/** What an operator decides about a form. */
export interface FormDecision {
  formId: string
  /** When the legal details with which the operator compared the form were changed; null without any. */
  detailsChangedAt: Date | null
}

/**
 * Verifies a form that waits, and mails its publisher. Refuses with 409 a form that does not wait, and one whose
 * publisher has changed its legal details since the operator saw them.
 */
export function verifyForm(ctx: Ctx, { formId, detailsChangedAt }: FormDecision): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const form = await lockForm(tx, formId)
    if (form.status !== 'waiting') throw new Refusal({ code: 'tax.decided', status: 409 })
    await checkSeen(tx, form, detailsChangedAt)
    await replaceForm(tx, { publisherId: form.publisherId, status: 'verified' })
    await tx.db
      .updateTable('taxForm')
      .set({ status: 'verified', decidedAt: tx.now, decidedBy: getOperatorId(tx), verifiedAt: tx.now })
      .where('id', '=', formId)
      .execute()
    await audit(tx, { action: 'tax-form.verify', target: `tax-form:${formId}` })
    await mailDecision(tx, { ...form, status: 'verified', reason: null })
  })
}

/**
 * Refuses a form that waits, or takes the verification of a form back, and mails its publisher. Refuses with 409 a form
 * that is neither, and one whose publisher has changed its legal details since the operator saw them.
 */
export function refuseForm(ctx: Ctx, decision: FormDecision & { reason: string }): Promise<void> {
  const { formId, detailsChangedAt, reason } = decision
  return inTransaction(ctx, async (tx) => {
    const form = await lockForm(tx, formId)
    if (form.status !== 'waiting' && form.status !== 'verified') {
      throw new Refusal({ code: 'tax.decided', status: 409 })
    }
    await checkSeen(tx, form, detailsChangedAt)
    await tx.db
      .updateTable('taxForm')
      .set({ status: 'refused', reason, decidedAt: tx.now, decidedBy: getOperatorId(tx) })
      .where('id', '=', formId)
      .execute()
    await releaseForm(tx, form)
    await audit(tx, { action: 'tax-form.refuse', target: `tax-form:${formId}`, details: { before: form.status } })
    await mailDecision(tx, { ...form, status: 'refused', reason })
  })
}

async function checkSeen(tx: Ctx, { publisherId }: { publisherId: bigint }, seenAt: Date | null): Promise<void> {
  const details = await findLegalDetails(tx.db, { publisherId })
  if ((details?.changedAt.getTime() ?? null) === (seenAt?.getTime() ?? null)) return
  throw new Refusal({ code: 'tax.details_changed', status: 409 })
}

/** Locks a form after its publisher, as the publisher's own commands do. */
async function lockForm(tx: Ctx, formId: string) {
  const found = await tx.db.selectFrom('taxForm').select('publisherId').where('id', '=', formId).executeTakeFirst()
  if (!found) throw notFound()
  await lockPublisher(tx, found.publisherId)
  return tx.db.selectFrom('taxForm').selectAll().where('id', '=', formId).forUpdate().executeTakeFirstOrThrow()
}

interface DecidedForm {
  publisherId: bigint
  form: TaxFormType
  status: 'verified' | 'refused'
  expiresOn: Day | null
  reason: string | null
}

/** Tells a publisher what was decided about its form. It asked for the decision, so it is always told. */
async function mailDecision(tx: Ctx, { publisherId, ...decided }: DecidedForm): Promise<void> {
  const { email, name, locale } = await getPublisher(tx.db, { publisherId })
  await enqueueMail(tx, { to: email, message: formDecidedEmail({ branding: tx.branding, locale, name }, decided) })
}

/** The operator who acts; null for a command of the system. */
function getOperatorId({ actor }: Ctx): bigint | null {
  return actor.kind === 'account' ? actor.accountId : null
}

/** Decides whether publishers are paid only with a verified tax form. */
export function setTaxPolicy(ctx: Ctx, { isFormRequired }: { isFormRequired: boolean }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const values = { isFormRequired, changedAt: tx.now, changedBy: getOperatorId(tx) }
    await tx.db
      .insertInto('taxPolicy')
      .values(values)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
      .execute()
    await audit(tx, { action: 'network.set-tax-policy', target: 'tax-policy', details: { isFormRequired } })
  })
}
