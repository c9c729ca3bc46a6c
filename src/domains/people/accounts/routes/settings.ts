import type { Role } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'

/** The cookie of a login that waits for its code. */
export const LOGIN_CHALLENGE = 'login_challenge'

/** The cookie of a browser that opened the mailbox by its address. */
export const MAILBOX_COOKIE = 'mailbox'

/** The settings that the routes of this domain need. */
export interface AccountSettings {
  /** Seals the secrets of authenticator apps. */
  sealing: Sealing
  /** Finds the country from which a session was opened. */
  findCountry: FindCountry
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
  /** Opens the mailbox of this start; undefined when a mail server is configured and no mail stays here. */
  mailboxToken: string | undefined
  /** Whether the password is that of a finished sign-up whose address has not been confirmed. */
  isUnconfirmed?: (ctx: Ctx, login: { email: string; password: string }) => Promise<boolean>
  /** Finds the first page after a login, when it is not the home page of the account's role. */
  findHome?: (ctx: Ctx, account: { accountId: bigint; role: Role }) => Promise<string | undefined>
}
