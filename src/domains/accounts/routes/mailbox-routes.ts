import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { isLoopbackHost } from '#kernel/ip.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { findMailboxMessage, listMailboxMessages } from '#platform/server/mail/mailbox.ts'
import { getMailboxMessageCall, listMailboxCall } from '../contract/mailbox.ts'
import { viewMailboxMessage } from '../views.ts'
import type { AccountSettings } from './settings.ts'

/** The mails that stayed on this machine. */
export function mailboxRoutes(settings: AccountSettings): Route[] {
  return [
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
 * The mails contain links that give access to accounts, so only operators and requests from this machine may read them.
 * The host name is checked too: with DNS rebinding, a foreign page's request also comes from this machine, but under
 * that page's host name.
 */
function checkMailbox(ctx: RequestCtx, { hasMailbox, branding }: AccountSettings): void {
  const isOperator = ctx.actor.kind === 'account' && ctx.actor.role === 'operator'
  const isHere = [ctx.visitor.ip, ctx.visitor.hostname, new URL(branding.publicUrl).hostname].every(isLoopbackHost)
  if (!hasMailbox || !(isOperator || isHere)) throw notFound()
}
