import { Refusal, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { twoStepEmail } from '../mails.ts'
import { findTotp, getAccount, getSignInPolicy } from '../queries.ts'
import { lockAccount } from './lock-account.ts'
import { checkPassword } from './passwords.ts'
import { SEALED_TOTP_SECRET, buildTotpUri, createRecoveryCodes, createTotpSecret } from './totp.ts'
import { findTimeStep, hashRecoveryCode } from './totp.ts'

/** The secret of an authenticator app, in base32 and as the address of a QR code. */
export interface TotpSetUp {
  secret: string
  uri: string
}

/** An account, and what its two-step sign-in needs. */
export interface TwoStepOwner {
  accountId: bigint
  sealing: Sealing
}

/**
 * Stores a new secret for an authenticator app, in place of one that was not confirmed. Refuses with `two_step.on` when
 * the account has two-step sign-in.
 */
export function beginTwoStep(ctx: Ctx, { accountId, sealing }: TwoStepOwner): Promise<TotpSetUp> {
  return inTransaction(ctx, async (tx) => {
    const account = await getAccount(tx.db, accountId)
    const secret = createTotpSecret()
    const place = { column: SEALED_TOTP_SECRET, row: String(accountId) }
    const sealedSecret = await sealing.seal(tx, place, secret)
    const stored = await tx.db
      .insertInto('accountTotp')
      .values({ accountId, sealedSecret, createdAt: tx.now })
      .onConflict((conflict) =>
        conflict
          .column('accountId')
          .doUpdateSet({ sealedSecret, createdAt: tx.now })
          .where('accountTotp.confirmedAt', 'is', null),
      )
      .returning('accountId')
      .executeTakeFirst()
    if (!stored) throw new Refusal({ code: 'two_step.on', status: 409 })
    await audit(tx, { action: 'account.begin-two-step', target: `account:${accountId}` })
    return { secret, uri: buildTotpUri(secret, { issuer: tx.branding.networkName, label: account.email }) }
  })
}

/**
 * Switches two-step sign-in on with the first code, and returns the recovery codes. Refuses the field `code` when it is
 * wrong, and with `two_step.not_begun` without a secret to confirm.
 */
export function confirmTwoStep(ctx: Ctx, owner: TwoStepOwner & { code: string }): Promise<string[]> {
  const { accountId, sealing, code } = owner
  return inTransaction(ctx, async (tx) => {
    const totp = await findTotp(tx.db, accountId)
    if (!totp || totp.confirmedAt) throw new Refusal({ code: 'two_step.not_begun', status: 409 })
    const secret = sealing.open({ column: SEALED_TOTP_SECRET, row: String(accountId) }, totp.sealedSecret).toString()
    const lastTimeStep = await findTimeStep({ code, secret, now: tx.now })
    if (lastTimeStep === undefined) throw new Refusal({ code: 'two_step.code', status: 422, field: 'code' })
    await tx.db
      .updateTable('accountTotp')
      .set({ confirmedAt: tx.now, lastTimeStep: BigInt(lastTimeStep) })
      .where('accountId', '=', accountId)
      .execute()
    const codes = await storeRecoveryCodes(tx, accountId)
    await notifyOwner(tx, owner, 'on')
    await audit(tx, { action: 'account.confirm-two-step', target: `account:${accountId}` })
    return codes
  })
}

/** Replaces the recovery codes of an account and returns the new ones. */
export function replaceRecoveryCodes(ctx: Ctx, accountId: bigint): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const totp = await findTotp(tx.db, accountId)
    if (!totp?.confirmedAt) throw new Refusal({ code: 'two_step.off', status: 409 })
    const codes = await storeRecoveryCodes(tx, accountId)
    await audit(tx, { action: 'account.replace-recovery-codes', target: `account:${accountId}` })
    return codes
  })
}

/**
 * Switches two-step sign-in off. Refuses a wrong password, and with `two_step.required` an operator of a network that
 * requires it.
 */
export async function endTwoStep(ctx: Ctx, owner: TwoStepOwner & { password: string }): Promise<void> {
  const { role } = await checkPassword(ctx, owner)
  await inTransaction(ctx, async (tx) => {
    const isRequired = role === 'operator' && (await getSignInPolicy(tx.db)).isTwoStepRequired
    if (isRequired) throw new Refusal({ code: 'two_step.required', status: 409 })
    await removeTotp(tx, owner)
    await audit(tx, { action: 'account.end-two-step', target: `account:${owner.accountId}` })
  })
}

/** Switches the two-step sign-in of an account off for an operator. Ends the sessions of the account. */
export function resetTwoStep(ctx: Ctx, owner: Omit<TwoStepOwner, 'sealing'>): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await removeTotp(tx, owner)
    await tx.db.deleteFrom('session').where('accountId', '=', owner.accountId).execute()
    await audit(tx, { action: 'account.reset-two-step', target: `account:${owner.accountId}` })
  })
}

/**
 * Requires two-step sign-in of all operators, or not. Refuses with `two_step.own_first` an operator who does not have
 * it, so that the operator does not lock himself out.
 */
export function setSignInPolicy(ctx: Ctx, input: { accountId: bigint; isRequired: boolean }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const own = await findTotp(tx.db, input.accountId)
    if (input.isRequired && !own?.confirmedAt) throw new Refusal({ code: 'two_step.own_first', status: 409 })
    const values = { isTwoStepRequired: input.isRequired, changedAt: tx.now, changedBy: input.accountId }
    await tx.db
      .insertInto('signInPolicy')
      .values(values)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(values))
      .execute()
    await audit(tx, { action: 'network.set-sign-in-policy', target: 'sign-in-policy', details: { ...input } })
  })
}

async function removeTotp(tx: Ctx, owner: Omit<TwoStepOwner, 'sealing'>): Promise<void> {
  const { accountId } = owner
  await lockAccount(tx, accountId)
  // The recovery codes go with the secret.
  const removed = await tx.db
    .deleteFrom('accountTotp')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .returning('accountId')
    .executeTakeFirst()
  if (!removed) throw notFound()
  await tx.db.deleteFrom('loginChallenge').where('accountId', '=', accountId).execute()
  await notifyOwner(tx, owner, 'off')
}

async function storeRecoveryCodes(tx: Ctx, accountId: bigint): Promise<string[]> {
  const codes = createRecoveryCodes()
  await tx.db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  const rows = codes.map((code) => ({ accountId, codeHash: hashRecoveryCode(code), createdAt: tx.now }))
  await tx.db.insertInto('recoveryCode').values(rows).execute()
  return codes
}

async function notifyOwner(tx: Ctx, owner: Omit<TwoStepOwner, 'sealing'>, state: 'on' | 'off'): Promise<void> {
  const { email, locale, displayName } = await getAccount(tx.db, owner.accountId)
  const message = twoStepEmail({ branding: tx.branding, locale, displayName }, state)
  await enqueueMail(tx, { to: email, message })
}
