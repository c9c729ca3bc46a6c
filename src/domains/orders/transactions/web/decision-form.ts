import type { RouterContextProvider } from 'react-router'
import type { InputOf } from '#kernel/endpoint.ts'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { INTENT_FIELD, readFields, readForm, submit } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { decideTransactionsCall, DecisionReply } from '../contract/decisions.ts'
import type { DecisionAction } from '../contract/vocabulary.ts'

type DecisionInput = InputOf<typeof decideTransactionsCall>['body']

/** What takes a decision back: the form that `DecisionResult` offers. */
export interface Undo {
  action: DecisionAction
  transactions: string[]
  amount?: string
  /** The items that an amendment restores. */
  items?: DecisionInput['items']
}

/** The name of the field with the order value before an amendment. */
export const AMOUNT_BEFORE_FIELD = 'amount_before'

/** The name of the field with the items that an amendment leaves, as JSON. */
export const ITEMS_FIELD = 'items'

/** The name of the field with the items before an amendment, as JSON; absent if the order has none. */
export const ITEMS_BEFORE_FIELD = 'items_before'

/** The name of the field that says that a transaction is held. */
export const HELD_FIELD = 'held'

/** The calls of a drawer that decides on a transaction. */
interface ReviewCalls {
  decide: (body: DecisionInput) => Promise<DecisionReply>
  note: (text: string) => Promise<unknown>
}

/** Handles the forms of `ReviewDrawer`: a note, or a decision. */
export async function submitReview(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { decide, note }: ReviewCalls,
) {
  const form = await readForm(request, context)
  if (readText(form, INTENT_FIELD) !== NOTE_INTENT) return submitDecision(form, decide)
  return runIntent(context, form, { [NOTE_INTENT]: () => note(readText(form, 'text')) })
}

/** Handles the forms of `DecisionButtons`, whose intent is the action, by a call that decides. */
export function submitDecision(form: FormData, decide: (body: DecisionInput) => Promise<DecisionReply>) {
  const {
    [INTENT_FIELD]: action = '',
    transaction = [],
    [AMOUNT_BEFORE_FIELD]: amountBefore,
    [HELD_FIELD]: held,
    [ITEMS_FIELD]: items,
    [ITEMS_BEFORE_FIELD]: itemsBefore,
    ...fields
  } = readFields(form, ['transaction'])
  // The reason of an amendment may be left open, and its field is sent empty then.
  if (action === 'amend' && fields['reason_code'] === '') delete fields['reason_code']
  const named = typeof items === 'string' ? { items: parseItems(items) } : {}
  const before = { amount: amountBefore, items: typeof itemsBefore === 'string' ? parseItems(itemsBefore) : undefined }
  const body = { ...fields, ...named, transactions: [transaction].flat(), action } as DecisionInput
  return submit(async () => {
    const reply = await decide(body)
    // A decision ends a hold, and taking the decision back does not restore it.
    const endsHold = held !== undefined && body.action !== 'amend'
    return {
      ...reply,
      action: body.action,
      undo: endsHold ? undefined : buildUndo(body, reply, before as Before),
    }
  })
}

/** Parses the items; what is no JSON stays a text, which the call refuses. */
function parseItems(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const AFTER = { confirm: 'CONFIRMED', cancel: 'CANCELLED', hold: 'PENDING', reopen: 'PENDING' } as const

/** What an order was before an amendment, if the form says it. */
type Before = Pick<Undo, 'items'> & { amount?: string | undefined }

/** Builds what takes a decision back; none if it needs a reason, or differs between the transactions. */
function buildUndo(body: DecisionInput, { refused }: DecisionReply, before: Before): Undo | undefined {
  const isRefused = new Set(refused.map(({ transaction_id: id }) => id))
  const decided = body.transactions
    .map((key) => key.split('.'))
    .filter(([, transactionId = '']) => !isRefused.has(transactionId))
  const statuses = new Set(decided.map(([, , status]) => status))
  const [status] = statuses
  if (statuses.size !== 1 || status === undefined) return undefined
  if (body.action === 'amend') {
    const { amount, items } = before
    return amount === undefined ? undefined : { action: 'amend', transactions: body.transactions, amount, items }
  }
  if (body.action === 'extend') return undefined
  const action = getReverse(body.action, status)
  const after = AFTER[body.action]
  return action && { action, transactions: decided.map(([publisher, id]) => `${publisher}.${id}.${after}`) }
}

function getReverse(action: keyof typeof AFTER, before: string): DecisionAction | undefined {
  if (before === 'CONFIRMED') return 'confirm'
  return before === 'PENDING' && action !== 'reopen' ? 'reopen' : undefined
}
