import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { findAccountByEmail } from '#domains/people/accounts/queries.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Locale } from '#texts/texts.ts'
import type { ApplicationKind } from '../contract/options.ts'
import { personName, toRole } from '../rules/review.ts'
import type { ApplicationFields } from '../tables.ts'

/** A new application. */
export interface NewApplication {
  kind: ApplicationKind
  email: string
  firstName: string
  lastName: string
  /** ISO 3166 code; empty when the applicant did not choose a country. */
  countryCode: string
  phone: string
  fields: ApplicationFields
  /** The publisher whose referral link the applicant followed. */
  referredBy?: bigint | null
  locale: Locale
}

/**
 * Stores an application inside the caller's transaction and creates an account under review without a password. When
 * the address already has an account, the application becomes a repeat and the account does not change.
 */
export async function recordApplication(tx: Ctx, input: NewApplication) {
  const { account, isRepeat } = await findOrCreateAccount(tx, input)
  const { id } = await tx.db
    .insertInto('application')
    .values({
      kind: input.kind,
      accountId: account.id,
      isRepeat,
      firstName: input.firstName,
      lastName: input.lastName,
      countryCode: input.countryCode.toUpperCase() || null,
      phone: input.phone,
      fields: JSON.stringify(input.fields) as never,
      referredBy: input.referredBy ?? null,
      createdAt: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const details = { kind: input.kind, isRepeat, accountId: account.id }
  await audit(tx, { action: 'application.receive', target: `application:${id}`, details })
  return { applicationId: id, isRepeat, account }
}

async function findOrCreateAccount(tx: Ctx, input: NewApplication) {
  const email = input.email.trim().toLowerCase()
  const isNew = await createAccount(tx, {
    email,
    role: toRole(input.kind),
    displayName: personName(input),
    reviewStatus: 'under_review',
    locale: input.locale,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.details.code === 'account.exists') return false
      throw error
    },
  )
  const account = await findAccountByEmail(tx.db, email)
  if (!account) throw new Error('The account of an application has gone.')
  return { account, isRepeat: !isNew }
}
