import type { Db } from '#database'
import { hashToken } from '#platform/server/opaque-token.ts'
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
