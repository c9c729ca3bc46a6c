import { adoptPassword } from '#domains/people/accounts/commands/adopt-password.ts'
import { hashNewPassword } from '#domains/people/accounts/commands/hash-new-password.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import { verifyPassword } from '#platform/server/secrets/password-hash.ts'
import { toRateAddress, rateKey } from '#platform/server/limits/rate-key.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import type { Locale } from '#texts/texts.ts'
import { finishedEmail } from '../mails.ts'
import { RESUME_LIMIT, SIGN_UP_MS } from '../rules/limits.ts'
import { decodeOptionIndexes } from '../rules/decode-option-indexes.ts'
import type { ApplicationFields } from '../tables.ts'
import { notifyOperators } from './notify-operators.ts'
import { recordApplication } from './record-application.ts'

/** A sign-up and the token of the browser that continues it. */
export interface OwnSignUp {
  signupId: string
  token: string | undefined
}

/** Stores step 2. Refuses another browser as if the sign-up did not exist. */
export function fillProfile(ctx: Ctx, input: OwnSignUp & { profile: ApplicationFields }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const signup = await lockOwn(tx, input)
    if (signup.finishedAt) return
    const profile = JSON.stringify(input.profile) as never
    await tx.db.updateTable('signup').set({ profile }).where('id', '=', signup.id).execute()
    await audit(tx, { action: 'signup.fill', target: `signup:${signup.id}` })
  })
}

/** The input of step 3. */
export interface SignUpEnd extends OwnSignUp {
  answers: ApplicationFields
  locale: Locale
}

/**
 * Finishes a sign-up: stores the application with its account and sends a mail. The account gets the password once the
 * address is confirmed. A second call does nothing. Refuses with `signup.order` before step 2.
 */
export function finishSignUp(ctx: Ctx, input: SignUpEnd): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const signup = await lockOwn(tx, input)
    if (signup.finishedAt) return
    if (!signup.profile) throw outOfOrder()
    const { applicationId, account, isRepeat } = await recordApplication(tx, {
      ...toPerson(decodeOptionIndexes({ ...signup.profile, ...input.answers })),
      email: signup.email,
      referredBy: signup.referredBy,
      locale: input.locale,
    })
    const resumeToken = createToken()
    await tx.db
      .updateTable('signup')
      .set({ applicationId, finishedAt: tx.now, profile: null, resumeHash: hashToken(resumeToken) })
      .where('id', '=', signup.id)
      .execute()
    await audit(tx, { action: 'signup.finish', target: `signup:${signup.id}`, details: { applicationId } })
    if (isRepeat) return
    await notifyOperators(tx)
    if (signup.confirmedAt) await handOverPassword(tx, { ...signup, accountId: account.id })
    const url = signup.confirmedAt ? undefined : `${tx.branding.publicUrl}/sign-up?resume=${resumeToken}`
    const message = finishedEmail({ branding: tx.branding, locale: account.locale }, url)
    await enqueueMail(tx, { to: account.email, message })
  })
}

/** The token of a mailed link, the password that its reader knows or chooses, and where the request comes from. */
export interface ResumeRequest {
  token: string
  /** The password of step 1. */
  knownPassword?: string | undefined
  /** A password that replaces the one of step 1. */
  newPassword?: string | undefined
  ip: string
  addressKey: Buffer
}

/**
 * Continues a sign-up in another browser; the previous browser can no longer continue it. Using the link confirms the
 * address, because the link was mailed there. The password of step 1 may come from another person, so the reader of the
 * mail enters it or replaces it. Returns `browser` for the cookie, or undefined when the sign-up is finished. Refuses
 * with `signup.link_invalid` (410), with `signup.link_used` (409) once the account has the password, and the field
 * `password` when it is wrong.
 */
export async function resumeSignUp(ctx: Ctx, request: ResumeRequest) {
  const { token, ip, addressKey } = request
  await limitRate(ctx, { key: rateKey(addressKey, 'resume-network', toRateAddress(ip)), ...RESUME_LIMIT })
  const found = await findByLink(ctx, token)
  const passwordHash = await confirmPassword(found.passwordHash, request)
  return inTransaction(ctx, async (tx) => {
    const signup = await findByLink(tx, token)
    if (signup.passwordHash !== found.passwordHash) throw linkUsed()
    const browserToken = createToken()
    const browserHash = signup.finishedAt ? signup.browserHash : hashToken(browserToken)
    const confirmedAt = signup.confirmedAt ?? tx.now
    const changes = { confirmedAt, browserHash, passwordHash }
    await tx.db.updateTable('signup').set(changes).where('id', '=', signup.id).execute()
    const details = { hasNewPassword: request.newPassword !== undefined }
    await audit(tx, { action: 'signup.resume', target: `signup:${signup.id}`, details })
    if (signup.accountId !== null && !signup.isRepeat) {
      await handOverPassword(tx, { id: signup.id, passwordHash, accountId: signup.accountId })
    }
    const expiresAt = new Date(signup.createdAt.getTime() + SIGN_UP_MS)
    return { browser: signup.finishedAt ? undefined : { token: browserToken, expiresAt } }
  })
}

/** Finds the sign-up of a mailed link, and locks it in a transaction. */
async function findByLink(ctx: Ctx, token: string) {
  const query = ctx.db
    .selectFrom('signup')
    .leftJoin('application', 'application.id', 'signup.applicationId')
    .selectAll('signup')
    .select(['application.accountId', 'application.isRepeat'])
    .where('resumeHash', '=', hashToken(token))
    .where('signup.createdAt', '>', new Date(ctx.now.getTime() - SIGN_UP_MS))
  const signup = await (ctx.db.isTransaction ? query.forUpdate('signup') : query).executeTakeFirst()
  if (!signup) throw linkInvalid()
  return signup
}

/** Returns the hash of the password that the reader of the mail chose, or that of step 1 when the reader knows it. */
async function confirmPassword(
  present: string | null,
  { knownPassword, newPassword }: Pick<ResumeRequest, 'knownPassword' | 'newPassword'>,
): Promise<string> {
  if (present === null) throw linkUsed()
  if (newPassword !== undefined) return hashNewPassword(newPassword)
  if (await verifyPassword(knownPassword ?? '', present)) return present
  throw new Refusal({ code: 'signup.password', status: 422, field: 'password' })
}

async function lockOwn(tx: Ctx, { signupId, token }: OwnSignUp) {
  const signup = await tx.db
    .selectFrom('signup')
    .selectAll()
    .where('id', '=', signupId)
    .where('browserHash', '=', hashToken(token ?? ''))
    .where('createdAt', '>', new Date(tx.now.getTime() - SIGN_UP_MS))
    .forUpdate()
    .executeTakeFirst()
  if (!signup) throw notFound()
  return signup
}

/**
 * Moves the password hash of the sign-up to the account. Refuses with `signup.link_used` when the owner has chosen a
 * password by another mail meanwhile.
 */
async function handOverPassword(
  tx: Ctx,
  signup: { id: string; passwordHash: string | null; accountId: bigint },
): Promise<void> {
  if (signup.passwordHash === null) return
  const { accountId, passwordHash } = signup
  if (!(await adoptPassword(tx, { accountId, passwordHash }))) throw linkUsed()
  await tx.db.updateTable('signup').set({ passwordHash: null }).where('id', '=', signup.id).execute()
}

function toPerson({ first_name, last_name, country, contact_number, ...fields }: ApplicationFields) {
  return {
    kind: 'publisher' as const,
    firstName: String(first_name),
    lastName: String(last_name),
    countryCode: String(country),
    phone: String(contact_number),
    fields,
  }
}

function outOfOrder(): Refusal {
  return new Refusal({ code: 'signup.order', status: 409 })
}

function linkInvalid(): Refusal {
  return new Refusal({ code: 'signup.link_invalid', status: 410 })
}

function linkUsed(): Refusal {
  return new Refusal({ code: 'signup.link_used', status: 409 })
}
