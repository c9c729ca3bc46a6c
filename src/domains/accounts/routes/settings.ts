import type { Role } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'

/** The cookie of a login that waits for its code. */
export const LOGIN_CHALLENGE = 'login_challenge'

/** The settings that the routes of this domain need. */
export interface AccountSettings {
  branding: EmailBranding
  /** Seals the secrets of authenticator apps. */
  sealing: Sealing
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
  /** Whether mails stay on this machine, because no mail server is configured. */
  hasMailbox: boolean
  /** Finds the first page after a login, when it is not the home page of the account's role. */
  findHome?: (ctx: Ctx, account: { accountId: bigint; role: Role }) => Promise<string | undefined>
}
