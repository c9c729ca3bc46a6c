import { AGREEMENT_FORM, BRAND_FORM, CHANNEL_FORM, PERSON_FORM } from '#domains/applications/contract/forms.ts'
import * as wire from '#domains/applications/contract/endpoint-paths.ts'
import { validateForm } from '#domains/applications/rules/form-validation.ts'
import type { FieldErrors, FormRule } from '#domains/applications/rules/form-validation.ts'
import type { Draft } from '#domains/applications/web/form/draft.ts'

/** The two sides that apply by a wizard. */
export type Side = 'creator' | 'advertiser'

/** Where each side's application goes and what its third step asks. */
export const APPLY_CALLS = { creator: wire.applyAsCreator, advertiser: wire.applyAsAdvertiser }

const DETAILS: Record<Side, FormRule> = { creator: CHANNEL_FORM, advertiser: BRAND_FORM }

/** What is wrong in step 2. */
export function validatePerson(values: Draft): FieldErrors {
  return validateForm(PERSON_FORM, values)
}

/** What is wrong in step 3, the agreement included. */
export function validateDetails(side: Side, values: Draft): FieldErrors {
  return { ...validateForm(DETAILS[side], values), ...validateForm(AGREEMENT_FORM, values) }
}

/** Everything that a wizard's call takes, out of what was typed. */
export function bodyOfApplication(side: Side, values: Draft): Record<string, string> {
  const names = [...Object.keys(PERSON_FORM.fields), ...Object.keys(DETAILS[side].fields)]
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? '')]))
}

/** The fields of a wizard before anything is typed. */
export function emptyApplication(side: Side): Draft {
  return { ...bodyOfApplication(side, {}), selectedCountry: 'us', agreement: '' }
}

/** Whether a message belongs to step 2. */
export function isOfPerson(name: string): boolean {
  return Object.hasOwn(PERSON_FORM.fields, name)
}
