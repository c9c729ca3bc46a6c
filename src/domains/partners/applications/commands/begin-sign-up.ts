import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashNewPassword } from '#domains/people/accounts/commands/hash-new-password.ts'
import { findAccountByEmail } from '#domains/people/accounts/queries.ts'
import { findReferrer } from '#domains/people/publishers/queries.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import type { Locale } from '#texts/texts.ts'
import { resumeEmail } from '../mails.ts'
import { SIGN_UP_ANSWER_MS, SIGN_UP_MS } from '../rules/limits.ts'
import { isWithinAddressLimit, limitNetwork } from './apply-limits.ts'
import type { RequestOrigin } from './apply-limits.ts'
import { notifyExistingAccount } from './notify-existing-account.ts'

/** The input of step 1 of a publisher's sign-up. */
export interface SignUpStart extends RequestOrigin {
  password: string
  /** The code of the referral link that the visitor followed; empty without one. */
  referralCode: string
  locale: Locale
}

/** A sign-up that has begun. The token goes into the browser's cookie; the database stores only its hash. */
export interface StartedSignUp {
  signupId: string
  token: string
  expiresAt: Date
}

/**
 * Begins a publisher's sign-up and mails a link that continues it. An address that already has an account gets a
 * sign-up too, so that the answer does not reveal the account. Its owner gets a mail about the account instead of the
 * link.
 */
export async function beginSignUp(ctx: Ctx, input: SignUpStart): Promise<StartedSignUp> {
  await limitNetwork(ctx, input)
  const [started] = await Promise.all([start(ctx, input), sleep(SIGN_UP_ANSWER_MS)])
  return started
}

async function start(ctx: Ctx, input: SignUpStart): Promise<StartedSignUp> {
  const isMailed = await isWithinAddressLimit(ctx, input)
  const passwordHash = await hashNewPassword(input.password)
  const [signupId, token, resumeToken] = [randomUUID(), createToken(), createToken()]
  const email = input.email.toLowerCase()
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('signup')
      .values({
        id: signupId,
        email,
        browserHash: hashToken(token),
        resumeHash: hashToken(resumeToken),
        passwordHash,
        referredBy: (await findReferrer(tx.db, input.referralCode)) ?? null,
        createdAt: tx.now,
      })
      .execute()
    await audit(tx, { action: 'signup.begin', target: `signup:${signupId}` })
    if (isMailed) await mailStart(tx, { ...input, email }, resumeToken)
  })
  return { signupId, token, expiresAt: new Date(ctx.now.getTime() + SIGN_UP_MS) }
}

async function mailStart(tx: Ctx, { email, locale }: SignUpStart, resumeToken: string): Promise<void> {
  const account = await findAccountByEmail(tx.db, email)
  if (account) return notifyExistingAccount(tx, { account })
  const url = `${tx.branding.publicUrl}/sign-up?resume=${resumeToken}`
  return enqueueMail(tx, { to: email, message: resumeEmail({ branding: tx.branding, locale }, url) })
}
