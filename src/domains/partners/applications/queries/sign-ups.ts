import type { Db } from '#database'
import { findConfirmedAccounts } from '#domains/people/accounts/queries.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { verifyPassword } from '#platform/server/secrets/password-hash.ts'
import { SIGN_UP_MS } from '../rules/limits.ts'

/** Finds the unfinished sign-up of a browser by its cookie; undefined when there is none or it has expired. */
export function findOpenSignUp(db: Db, { token, now }: { token: string | undefined; now: Date }) {
  return db
    .selectFrom('signup')
    .select(['id', 'email', 'profile'])
    .where('browserHash', '=', hashToken(token ?? ''))
    .where('finishedAt', 'is', null)
    .where('createdAt', '>', new Date(now.getTime() - SIGN_UP_MS))
    .executeTakeFirst()
}

/**
 * Whether the password is that of the newest finished sign-up for an address, in lower case, that has not been
 * confirmed, neither by its link nor by a password that the owner of its account chose through another mail. It takes
 * the same time for every address, and it does not depend on whether the address had an account before.
 */
export async function isUnconfirmed({ db }: { db: Db }, login: { email: string; password: string }): Promise<boolean> {
  const row = await db
    .selectFrom('signup')
    .innerJoin('application', 'application.id', 'signup.applicationId')
    .select(['passwordHash', 'accountId', 'isRepeat'])
    .where('email', '=', login.email)
    .where('finishedAt', 'is not', null)
    .where('confirmedAt', 'is', null)
    .orderBy('signup.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Account 0 does not exist; the query runs for every address.
  const confirmed = await findConfirmedAccounts(db, [row && !row.isRepeat ? row.accountId : 0n])
  const isRight = await verifyPassword(login.password, row?.passwordHash ?? null)
  return isRight && confirmed.size === 0
}
