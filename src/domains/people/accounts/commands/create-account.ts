import { sql } from 'kysely'
import type { Role } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Locale } from '#texts/texts.ts'
import { hashNewPassword } from './hash-new-password.ts'
import type { ReviewStatus } from '../contract/accounts.ts'

/** A new account. Without a password, its owner can log in only after choosing one through a mailed link. */
export interface NewAccount {
  email: string
  role: Role
  displayName: string
  reviewStatus: ReviewStatus
  password?: string
  locale?: Locale
}

/** Creates an account. Refuses with `account.exists` when the address has one. Its name and address never change. */
export async function createAccount(ctx: Ctx, input: NewAccount): Promise<{ accountId: bigint }> {
  const passwordHash = input.password === undefined ? null : await hashNewPassword(input.password)
  return inTransaction(ctx, async (tx) => {
    const isDecided = input.reviewStatus !== 'under_review'
    const row = await tx.db
      .insertInto('account')
      .values({
        email: sql<string>`lower(${input.email.trim()})`,
        role: input.role,
        displayName: input.displayName,
        locale: input.locale ?? 'en',
        passwordHash,
        reviewStatus: input.reviewStatus,
        reviewedAt: isDecided ? tx.now : null,
        reviewedBy: isDecided && tx.actor.kind === 'account' ? tx.actor.accountId : null,
        createdAt: tx.now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal({ code: 'account.exists', status: 409, field: 'email' })
    const { role, reviewStatus } = input
    await audit(tx, { action: 'account.create', target: `account:${row.id}`, details: { role, reviewStatus } })
    return { accountId: row.id }
  })
}
