import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'

const mailboxItem = z.object({
  message_id: z.number(),
  received_at: z.iso.datetime(),
  to_address: z.string(),
  subject: z.string(),
})

/** The mails that stayed on this machine because no mail server is configured. */
export const listMailboxCall = endpoint({
  method: 'GET',
  path: '/api/v1/mailbox',
  access: 'public',
  encoding: 'none',
  summary: 'Mails that stayed on this machine. Only there while no mail server is configured.',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    success: z.literal(true),
    messages: z.array(mailboxItem),
    count: z.number(),
    page_number: z.number(),
    page_size: z.number(),
  }),
})

/** Opens the mailbox in this browser with the token of the address that the start prints. */
export const openMailboxCall = endpoint({
  method: 'POST',
  path: '/api/v1/mailbox/open',
  access: 'public',
  encoding: 'json',
  summary: 'Open the mailbox in this browser by the token that the start of the network prints.',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({ success: z.literal(true) }),
})

/** One mail that stayed on this machine. */
export const getMailboxMessageCall = endpoint({
  method: 'GET',
  path: '/api/v1/mailbox/:message_id',
  access: 'public',
  encoding: 'none',
  summary: 'One mail that stayed on this machine.',
  params: z.object({ message_id: z.coerce.number<string | number>().int().positive() }),
  reply: mailboxItem.extend({ success: z.literal(true), from_address: z.string(), text: z.string() }),
})
