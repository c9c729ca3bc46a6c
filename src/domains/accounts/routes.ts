import type { Role } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { isLoopbackHost } from '#kernel/ip.ts'
import { toPage } from '#kernel/paging.ts'
import type { Ctx } from '#platform/server/context.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { findMailboxMessage, listMailboxMessages } from '#platform/server/mail/mailbox.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { decideReview } from './commands/decide-review.ts'
import { requestPasswordReset, resetPassword } from './commands/passwords.ts'
import { openSession, signIn, signOut } from './commands/sessions.ts'
import * as contract from './contract.ts'
import { findLink, getAccount, listAccounts } from './queries.ts'
import { getHome, getLoginPath } from './rules.ts'
import { viewAccount, viewMailboxMessage } from './views.ts'

/** The settings that the routes of this domain need. */
export interface AccountSettings {
  branding: EmailBranding
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
  /** Whether mails stay on this machine, because no mail server is configured. */
  hasMailbox: boolean
  /** Finds the first page after a login, when it is not the home page of the account's role. */
  findHome?: (ctx: Ctx, account: { accountId: bigint; role: Role }) => Promise<string | undefined>
}

/** Login, passwords, the operator's list of accounts, and the mailbox of a network without a mail server. */
export function accountRoutes(settings: AccountSettings): Route[] {
  return [
    ...sessionRoutes(settings),
    ...passwordRoutes(settings),
    ...reviewRoutes(settings),
    ...mailboxRoutes(settings),
  ]
}

function sessionRoutes({ addressKey, findHome }: AccountSettings): Route[] {
  return [
    route(contract.loginCall, async (ctx, { body }) => {
      const { ip, userAgent } = ctx.visitor
      const result = await signIn(ctx, { ...body, ip, userAgent, presentToken: ctx.session.token, addressKey })
      if (result.outcome !== 'welcome') {
        const isUnderReview = result.outcome === 'under_review'
        const code = isUnderReview ? 'login.under_review' : 'login.incorrect'
        return { success: false, is_register: isUnderReview, message: errorText(ctx.locale, { code }) }
      }
      ctx.session.set(result.token, result.expiresAt)
      return {
        success: true,
        is_register: false,
        message: '',
        redirect_to: (await findHome?.(ctx, result)) ?? getHome(result.role),
      }
    }),
    route(contract.logoutCall, async (ctx) => {
      await signOut(ctx, ctx.session.token)
      ctx.session.clear()
      return { ...SUCCESS }
    }),
  ]
}

function passwordRoutes({ addressKey, branding, findHome }: AccountSettings): Route[] {
  return [
    route(contract.requestResetCall, async (ctx, { body }) => {
      await requestPasswordReset(ctx, { email: body.email, ip: ctx.visitor.ip, addressKey, branding })
      return { ...SUCCESS, message: mailTexts(ctx.locale, 'accounts')('forgot.sent') }
    }),
    route(contract.checkLinkCall, async (ctx, { body }) => {
      const link = await findLink(ctx, body.token)
      return { ...SUCCESS, is_valid: link !== undefined, is_first_password: link?.kind === 'password_set' }
    }),
    route(contract.resetPasswordCall, async (ctx, { body }) => {
      const { accountId } = await resetPassword(ctx, { token: body.token, password: body.password1, branding })
      return { ...SUCCESS, redirect_to: await logInAfterReset(ctx, { accountId, findHome }) }
    }),
  ]
}

/**
 * Logs the owner of an approved account in at once: the link proves access to the mailbox. An attacker who exhausts the
 * login limit of an address therefore cannot keep its owner out.
 */
async function logInAfterReset(
  ctx: RequestCtx,
  { accountId, findHome }: Pick<AccountSettings, 'findHome'> & { accountId: bigint },
): Promise<string> {
  const account = await getAccount(ctx.db, accountId)
  if (account.reviewStatus !== 'approved') return `${getLoginPath(account.role)}?saved`
  const { userAgent } = ctx.visitor
  const { token, expiresAt } = await openSession(ctx, { accountId, userAgent, presentToken: ctx.session.token })
  ctx.session.set(token, expiresAt)
  return (await findHome?.(ctx, { accountId, role: account.role })) ?? getHome(account.role)
}

function reviewRoutes({ branding }: AccountSettings): Route[] {
  return [
    route(contract.listAccountsCall, async (ctx, { query }) => {
      const { rows, count } = await listAccounts(ctx.db, { ...query, page: toPage(query) })
      const { page_number, page_size } = query
      return { ...SUCCESS, accounts: rows.map(viewAccount), count, page_number, page_size }
    }),
    route(contract.reviewAccountCall, async (ctx, { params, body }) => {
      await decideReview(ctx, { accountId: BigInt(params.account_id), ...body, branding })
      return { ...SUCCESS, review_status: body.decision }
    }),
  ]
}

function mailboxRoutes(settings: AccountSettings): Route[] {
  return [
    route(contract.listMailboxCall, async (ctx, { query }) => {
      checkMailbox(ctx, settings)
      const { messages, count } = await listMailboxMessages(ctx.db, toPage(query))
      const { page_number, page_size } = query
      return { ...SUCCESS, messages: messages.map(viewMailboxMessage), count, page_number, page_size }
    }),
    route(contract.getMailboxMessageCall, async (ctx, { params }) => {
      checkMailbox(ctx, settings)
      const message = await findMailboxMessage(ctx.db, BigInt(params.message_id))
      if (!message) throw notFound()
      return { ...SUCCESS, ...viewMailboxMessage(message), from_address: message.fromAddress, text: message.textBody }
    }),
  ]
}

/**
 * The mails contain links that give access to accounts, so only operators and requests from this machine may read them.
 * The host name is checked too: with DNS rebinding, a foreign page's request also comes from this machine, but under
 * that page's host name.
 */
function checkMailbox(ctx: RequestCtx, { hasMailbox, branding }: AccountSettings): void {
  const isOperator = ctx.actor.kind === 'account' && ctx.actor.role === 'operator'
  const isHere = [ctx.visitor.ip, ctx.visitor.hostname, new URL(branding.publicUrl).hostname].every(isLoopbackHost)
  if (!hasMailbox || !(isOperator || isHere)) throw notFound()
}
