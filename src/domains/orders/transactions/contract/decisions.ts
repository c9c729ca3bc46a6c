import { z } from 'zod'
import { MAX_STORED_FILE_BYTES, StoredFile } from '#domains/people/files/contract.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { parseAmount } from '#kernel/money.ts'
import { plainText } from '#kernel/text.ts'
import { MAX_GROUP_LENGTH, MAX_ITEMS, MAX_QUANTITY, MAX_SKU_LENGTH } from '../rules/order-items.ts'
import { CANCEL_REASONS, CHOSEN_HOLD_REASONS, DECISION_ACTIONS, TRANSACTION_STATUSES } from './vocabulary.ts'
import type { TransactionStatus } from './vocabulary.ts'

/** The most transactions that one call can decide. */
const MAX_DECISIONS = 50

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const decisionKey = new RegExp(`^[1-9]\\d{0,15}\\.${uuid}(\\.(${TRANSACTION_STATUSES.join('|')}))?$`)

/**
 * The key of a transaction in a form: publisher, id and the status that the reader sees, separated by points. The
 * status prevents a decision on a transaction that has changed since. Without it, any status is accepted.
 */
export const DecisionKey = z
  .string()
  .regex(decisionKey, coded('transaction.name'))
  .transform((text) => {
    const [publisherId = '', transactionId = '', seenStatus] = text.split('.')
    return { publisherId: BigInt(publisherId), transactionId, seenStatus: seenStatus as TransactionStatus | undefined }
  })

const OrderValue = z.string().transform((text, context) => {
  const amount = parseAmount(text.trim())
  if (amount !== undefined) return amount
  context.addIssue({ code: 'custom', message: coded('program.amount') })
  return z.NEVER
})

const ItemText = (max: number) =>
  plainText(max)
    .nullish()
    .transform((text) => text || null)

const Items = z
  .array(
    z
      .strictObject({
        group: ItemText(MAX_GROUP_LENGTH),
        sku: ItemText(MAX_SKU_LENGTH),
        quantity: z.coerce.number<number>().int().min(1).max(MAX_QUANTITY).nullish().default(null),
        amount: OrderValue,
      })
      .refine(({ group, sku }) => group !== null || sku !== null, coded('transaction.item_name')),
  )
  .max(MAX_ITEMS, coded('transaction.too_many', { max: MAX_ITEMS }))

const body = z
  .strictObject({
    transactions: z
      .array(DecisionKey)
      .min(1, coded('transaction.none_chosen'))
      .max(MAX_DECISIONS, coded('transaction.too_many', { max: MAX_DECISIONS })),
    action: z.enum(DECISION_ACTIONS),
    /** Required for a cancellation; some reasons need evidence in the note. */
    reason_code: z.enum(CANCEL_REASONS, coded('transaction.reason_missing')).optional(),
    /** Required for a hold and an extension. */
    hold_reason: z.enum(CHOSEN_HOLD_REASONS, coded('transaction.reason_missing')).optional(),
    /** The new order value of an amendment, which decides one transaction. */
    amount: OrderValue.optional(),
    /** The items that an amendment leaves; they add up to the new order value. */
    items: Items.optional(),
    note: plainText(500).default(''),
    /** A file that `storeEvidenceCall` has stored, which supports the decision; the note can do so, too. */
    file_id: z.uuid(coded('file.missing')).or(z.literal('')).optional(),
  })
  .refine(({ action, items }) => action === 'amend' || items === undefined, {
    path: ['items'],
    message: coded('transaction.items_unneeded'),
  })
  .refine(({ action, transactions }) => action !== 'amend' || transactions.length === 1, {
    path: ['transactions'],
    message: coded('transaction.amend_one'),
  })

/** What a request decides. */
export type DecisionBody = z.infer<typeof body>

const reply = z.object({
  success: z.literal(true),
  decided: z.number(),
  refused: z.array(z.object({ transaction_id: z.uuid(), message: z.string() })),
})

/** The answer to a request that decides. */
export type DecisionReply = z.infer<typeof reply>

/** Stores a file that supports a decision of the next call. */
export const storeEvidenceCall = endpoint({
  method: 'POST',
  path: '/api/v1/decision-evidence',
  access: 'advertiser-operator:decide',
  encoding: 'file',
  maxFileBytes: MAX_STORED_FILE_BYTES,
  summary: 'Store evidence for a decision (PDF, PNG or JPEG, at most 5 MB) for the next call',
  query: z.object({ name: plainText(500).default('') }),
  reply: z.object({ success: z.literal(true), data: StoredFile }),
})

/** Decides transactions, each by itself. The answer lists those that were refused. */
export const decideTransactionsCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/transactions/decide',
  access: 'operator',
  encoding: 'json',
  summary: 'Decide transactions together; answers those that were refused',
  body,
  reply,
})

/** Decides transactions at the shop of the signed-in advertiser. One of another shop answers as an unknown one. */
export const decideAdvertiserTransactionsCall = endpoint({
  method: 'POST',
  path: '/api/v1/brand/transactions/decide',
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Decide transactions at my shop together; answers those that were refused',
  body,
  reply,
})
