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

/** Returns the answer if it belongs to the form with this intent. */
export function answerTo(answer: IntentAnswer | undefined, intent: string): IntentAnswer | undefined {
  return answer?.intent === intent ? answer : undefined
}

/** Returns the trimmed text of a field; empty when the field is missing. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
