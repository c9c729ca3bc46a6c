import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { findMailboxMessage, listMailboxMessages } from '#platform/server/mail/mailbox.ts'
import { isSameSecret } from '#platform/server/secrets/opaque-token.ts'
import { getMailboxMessageCall, listMailboxCall, openMailboxCall } from '../contract/mailbox.ts'
import { viewMailboxMessage } from '../views.ts'
import { MAILBOX_COOKIE } from './settings.ts'
import type { AccountSettings } from './settings.ts'

/** The cookie works at most this long; the token itself ends with the next start. */
const COOKIE_MS = 7 * 86_400_000

/** The mails that stayed on this machine. */
export function mailboxRoutes(settings: AccountSettings): Route[] {
  return [
    route(openMailboxCall, async (ctx, { body }) => {
      const { mailboxToken } = settings
      if (mailboxToken === undefined || !isSameSecret(body.token, mailboxToken)) throw notFound()
      ctx.cookie(MAILBOX_COOKIE).set(mailboxToken, new Date(ctx.now.getTime() + COOKIE_MS))
      return { ...SUCCESS }
    }),
    route(listMailboxCall, async (ctx, { query }) => {
      checkMailbox(ctx, settings)
      const { messages, count } = await listMailboxMessages(ctx.db, toPage(query))
      const { page_number, page_size } = query
      return { ...SUCCESS, messages: messages.map(viewMailboxMessage), count, page_number, page_size }
    }),
    route(getMailboxMessageCall, async (ctx, { params }) => {
      checkMailbox(ctx, settings)
      const message = await findMailboxMessage(ctx.db, BigInt(params.message_id))
      if (!message) throw notFound()
      return { ...SUCCESS, ...viewMailboxMessage(message), from_address: message.fromAddress, text: message.textBody }
    }),
  ]
}

/**
 * The mails contain links that give access to accounts. Only operators read them, and browsers that hold the token of
 * this start. The address and the host of a request prove nothing: behind a proxy every request comes from this
 * machine.
 */
function checkMailbox(ctx: RequestCtx, { mailboxToken }: AccountSettings): void {
  if (mailboxToken === undefined) throw notFound()
  const isOperator = ctx.actor.kind === 'account' && ctx.actor.role === 'operator' && !ctx.actor.mustSetUpTwoStep
  if (!isOperator && !isSameSecret(ctx.cookie(MAILBOX_COOKIE).token ?? '', mailboxToken)) throw notFound()
}
