import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD_VERIFIED_MS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { verifyPassword } from '#platform/server/secrets/password-hash.ts'
import { isWithinLimit, limitRate, refundAttempt } from '#platform/server/limits/rate-limit.ts'
import { toRateAddress, rateKey } from '#platform/server/limits/rate-key.ts'
import { firstPasswordEmail, passwordSavedEmail, resetEmail } from '../mails.ts'
import { findAccountByEmail, findLink, getAccount } from '../queries.ts'
import { PASSWORD_CHECK_LIMIT, RESET_ADDRESS_LIMIT, RESET_ANSWER_MS, RESET_NETWORK_LIMIT } from '../rules.ts'
import { hashNewPassword } from './hash-new-password.ts'
import { createLink } from './account-links.ts'
import { lockAccount } from './lock-account.ts'

/** A request for a password reset link. */
export interface ResetRequest {
  email: string
  ip: string
  addressKey: Buffer
}

/**
 * Mails a link to choose a password to the account of the address, if there is one. The answer and its duration are the
 * same for every address, so that it does not reveal which addresses have accounts. Refuses with 429 by IP prefix
 * only.
 */
export async function requestPasswordReset(ctx: Ctx, request: ResetRequest): Promise<void> {
  const networkKey = rateKey(request.addressKey, 'reset-network', toRateAddress(request.ip))
  await limitRate(ctx, { key: networkKey, ...RESET_NETWORK_LIMIT })
  await Promise.all([sendResetLink(ctx, request), sleep(RESET_ANSWER_MS)])
}

async function sendResetLink(ctx: Ctx, request: ResetRequest): Promise<void> {
  const addressKey = rateKey(request.addressKey, 'reset-address', request.email)
  if (!(await isWithinLimit(ctx, { key: addressKey, ...RESET_ADDRESS_LIMIT }))) return
  const account = await findAccountByEmail(ctx.db, request.email)
  if (!account || account.reviewStatus === 'rejected') return
  await inTransaction(ctx, async (tx) => {
    const isFirst = account.passwordHash === null
    const kind = isFirst ? 'password_set' : 'password_reset'
    const url = await createLink(tx, { accountId: account.id, kind })
    const parts = { branding: tx.branding, locale: account.locale, displayName: account.displayName }
    const message = isFirst ? firstPasswordEmail(parts, url) : resetEmail(parts, url)
    await enqueueMail(tx, { to: account.email, message })
    await audit(tx, { action: 'account.ask-reset', target: `account:${account.id}` })
  })
}

/** A password chosen through a mailed link. */
export interface PasswordReset {
  token: string
  password: string
}

/**
 * Sets the password of the link's account, invalidates every link of the account, ends all its sessions and mails the
 * owner. Refuses with `password.link_invalid` (410) when the link was used or has expired.
 */
export async function resetPassword(ctx: Ctx, input: PasswordReset): Promise<{ accountId: bigint }> {
  // Checked before the costly hash, so that invented links are cheap to refuse.
  if (!(await findLink(ctx, input.token))) throw linkInvalid()
  const passwordHash = await hashNewPassword(input.password)
  return inTransaction(ctx, async (tx) => {
    const link = await findLink(tx, input.token)
    if (!link) throw linkInvalid()
    const { accountId } = link
    await lockAccount(tx, accountId)
    const used = await tx.db
      .updateTable('accountToken')
      .set({ usedAt: tx.now })
      .where('tokenHash', '=', hashToken(input.token))
      .where('usedAt', 'is', null)
      .returning('accountId')
      .executeTakeFirst()
    if (!used) throw linkInvalid()
    await setPassword(tx, { accountId, passwordHash })
    await audit(tx, { action: 'account.reset-password', target: `account:${accountId}`, details: { link: link.kind } })
    return { accountId }
  })
}

/** A password changed by its owner while signed in. */
export interface PasswordChange {
  accountId: bigint
  presentPassword: string
  password: string
}

/**
 * Changes a password after checking the present one. Ends all sessions of the account and mails the owner. Refuses the
 * field `password` when the present password is wrong.
 */
export async function changePassword(ctx: Ctx, input: PasswordChange): Promise<void> {
  const account = await checkPassword(ctx, { accountId: input.accountId, password: input.presentPassword })
  const passwordHash = await hashNewPassword(input.password)
  await inTransaction(ctx, async (tx) => {
    await setPassword(tx, { accountId: account.id, passwordHash })
    await audit(tx, { action: 'account.change-password', target: `account:${account.id}` })
  })
}

/**
 * Takes the password of an account that is opened again, inside the caller's transaction, which writes the audit line:
 * its owner chooses one by a mailed link.
 */
export async function dropPassword(tx: Ctx, { accountId }: { accountId: bigint }): Promise<void> {
  await tx.db
    .updateTable('account')
    .set({ passwordHash: null, confirmedAt: null })
    .where('id', '=', accountId)
    .execute()
}

/** A password that its owner enters again before a sensitive change. */
export interface PasswordVerification {
  accountId: bigint
  sessionId: bigint
  password: string
}

/** Notes in the session that its owner has entered the password. Returns until when that counts. */
export async function verifySessionPassword(ctx: Ctx, input: PasswordVerification): Promise<Date> {
  await checkPassword(ctx, input)
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .updateTable('session')
      .set({ passwordVerifiedAt: tx.now })
      .where('id', '=', input.sessionId)
      .where('accountId', '=', input.accountId)
      .execute()
    await audit(tx, { action: 'account.verify-password', target: `account:${input.accountId}` })
  })
  return new Date(ctx.now.getTime() + PASSWORD_VERIFIED_MS)
}

/**
 * Checks the password of a signed-in account and returns the account. Refuses the field `password` when it is wrong,
 * and with 429 after too many failures.
 */
export async function checkPassword(ctx: Ctx, { accountId, password }: { accountId: bigint; password: string }) {
  const limit = { key: `password-check:${accountId}`, ...PASSWORD_CHECK_LIMIT }
  await limitRate(ctx, limit)
  const account = await getAccount(ctx.db, accountId)
  if (!(await verifyPassword(password, account.passwordHash))) {
    throw new Refusal({ code: 'password.wrong', status: 422, field: 'password' })
  }
  await refundAttempt(ctx, limit)
  return account
}

async function setPassword(
  tx: Ctx,
  { accountId, passwordHash }: { accountId: bigint; passwordHash: string },
): Promise<void> {
  const before = await getAccount(tx.db, accountId)
  const isFirst = before.passwordHash === null
  const confirmation = isFirst ? { confirmedAt: tx.now } : {}
  await tx.db
    .updateTable('account')
    .set({ passwordHash, ...confirmation })
    .where('id', '=', accountId)
    .execute()
  await tx.db
    .updateTable('accountToken')
    .set({ usedAt: tx.now })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .execute()
  await tx.db.deleteFrom('session').where('accountId', '=', accountId).execute()
  await tx.db.deleteFrom('loginChallenge').where('accountId', '=', accountId).execute()
  const { email, locale, displayName } = before
  const change = isFirst ? 'chosen' : 'changed'
  const message = passwordSavedEmail({ branding: tx.branding, locale, displayName }, change)
  await enqueueMail(tx, { to: email, message })
}

function linkInvalid(): Refusal {
  return new Refusal({ code: 'password.link_invalid', status: 410 })
}
