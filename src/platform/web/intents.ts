import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { PageRefusal, sessionContext } from './call-context.ts'
import { INTENT_FIELD, submit } from './form.ts'
import type { FormResult } from './form.ts'

/** What the action of a page with several forms answers: which of them was sent, and what came of it. */
export type IntentAnswer = { intent: string } & FormResult

/** Runs the one of a page's acts that the form names; refusals become answers, bugs crash. */
export async function runIntent(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  acts: Record<string, (form: FormData) => Promise<unknown>>,
) {
  const intent = textOf(form, INTENT_FIELD)
  const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
  if (!act) {
    const code = 'unknown_intent'
    throw new PageRefusal({ code, status: 400, message: context.get(sessionContext).errorText({ code }) })
  }
  const { data: result, init } = await submit(() => act(form))
  return data<IntentAnswer>({ intent, ...result }, init ?? {})
}

/** The answer, if it is this form's. */
export function answerTo(answer: IntentAnswer | undefined, intent: string): IntentAnswer | undefined {
  return answer?.intent === intent ? answer : undefined
}

/** A field's text, trimmed; empty when it was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
