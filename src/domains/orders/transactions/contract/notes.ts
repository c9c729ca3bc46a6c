import { z } from 'zod'
import { NoteBody, NotesReply } from '#domains/people/notes/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'

const note = { method: 'POST', encoding: 'json', body: NoteBody, reply: NotesReply } as const
const ofAny = z.object({ publisher_id: Id, transaction_id: z.uuid() })

/** Writes a note about a transaction of the signed-in publisher, which only its own accounts read. */
export const noteTransactionCall = endpoint({
  ...note,
  path: '/api/v1/transaction/:transaction_id/notes',
  access: 'publisher',
  summary: 'Write a note about one of my transactions, for my own team',
  params: z.object({ transaction_id: z.uuid() }),
})

/** Writes a note about a transaction at the shop of the signed-in advertiser, which only its own accounts read. */
export const noteAdvertiserTransactionCall = endpoint({
  ...note,
  path: '/api/v1/brand/transactions/:publisher_id/:transaction_id/notes',
  access: 'advertiser:note',
  summary: 'Write a note about a transaction at my shop, for my own team',
  params: ofAny,
})

/** Writes a note about any transaction, which only operators read. */
export const noteReviewTransactionCall = endpoint({
  ...note,
  path: '/api/v1/operator/transactions/:publisher_id/:transaction_id/notes',
  access: 'operator',
  summary: 'Write a note about any transaction, for the operators',
  params: ofAny,
})
