import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { PageRefusal, sessionContext } from './call-context.ts'
import { INTENT_FIELD, submit } from './form.ts'
import type { FormResult } from './form.ts'

/** The result of the action of a page with several forms, with the intent of the submitted form. */
export type IntentAnswer = { intent: string } & FormResult

/** Runs the action that the form names. Turns a refusal into a result; throws other errors. */
export async function runIntent(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  actions: Record<string, (form: FormData) => Promise<unknown>>,
) {
  const intent = readText(form, INTENT_FIELD)
  const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  if (!action) {
    const code = 'unknown_intent'
    throw new PageRefusal({ code, status: 400, message: context.get(sessionContext).errorText({ code }) })
  }
  const { data: result, init } = await submit(() => action(form))
  return data<IntentAnswer>({ intent, ...result }, init ?? {})
}

/**
 * Returns the answer if it is that to one of the intents. A button that switches something on or off names both: what
 * it did can be on the page together with its answer, and then it has the other intent already.
 */
export function answerTo(answer: IntentAnswer | undefined, ...intents: string[]): IntentAnswer | undefined {
  return answer && intents.includes(answer.intent) ? answer : undefined
}

/**
 * Returns the answer if it holds the token of a new session: the form that was sent uses it, so a message of the page
 * must not show it. Without such a token the form was refused for good.
 */
export function findRenewal<T extends object>(answer: T | undefined): T | undefined {
  return answer && 'renewal' in answer ? answer : undefined
}

/** The answer of the action of a list, with the id of the row of the submitted form. */
export type RowAnswer = IntentAnswer & { rowId: number }

/**
 * Returns the answer if it belongs to the row with this id. The answer to a form of an ended session names no row, and
 * every row gets it: only the form that was sent uses it.
 */
export function answerToRow(answer: RowAnswer | undefined, rowId: number): IntentAnswer | undefined {
  return answer && (!('rowId' in answer) || answer.rowId === rowId) ? answer : undefined
}

/** Returns the trimmed text of a field; empty when the field is missing. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
