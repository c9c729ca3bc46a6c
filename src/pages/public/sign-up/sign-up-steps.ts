import { PROFILE_FORM, QUESTION_FORM, START_FORM } from '#domains/partners/applications/contract/forms.ts'
import * as wire from '#domains/partners/applications/contract/endpoint-paths.ts'
import type { FieldRule, FormRule } from '#domains/partners/applications/rules/form-validation.ts'
import type { Draft } from '#domains/partners/applications/web/form/draft.ts'

/** A step of the publishers' sign-up that has a form. */
export type FormStep = 1 | 2 | 3

/** The form and the endpoint of each step. */
export const SIGN_UP_STEPS: Record<
  FormStep,
  { form: FormRule; call: typeof wire.beginSignUp | typeof wire.fillProfile | typeof wire.finishSignUp }
> = {
  1: { form: START_FORM, call: wire.beginSignUp },
  2: { form: PROFILE_FORM, call: wire.fillProfile },
  3: { form: QUESTION_FORM, call: wire.finishSignUp },
}

/** Fields that the session storage never keeps. */
export const SECRET_FIELDS = ['password1', 'password2']

const rules = Object.entries<FieldRule>({ ...START_FORM.fields, ...PROFILE_FORM.fields, ...QUESTION_FORM.fields })

/** Fields with several values. */
export const LIST_FIELDS = rules.filter(([, rule]) => rule.maxItems !== undefined).map(([name]) => name)

/** The empty values of all fields. */
export const EMPTY_SIGN_UP: Draft = Object.fromEntries(
  rules.map(([name]) => [name, LIST_FIELDS.includes(name) ? [] : '']),
)

/** Builds the body of a step's call from the typed values. */
export function buildStepBody(step: FormStep, values: Draft): Record<string, string | readonly string[]> {
  return Object.fromEntries(Object.keys(SIGN_UP_STEPS[step].form.fields).map((name) => [name, values[name] ?? '']))
}
