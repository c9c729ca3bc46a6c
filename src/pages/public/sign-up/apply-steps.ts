import {
  AGREEMENT_FORM,
  ADVERTISER_FORM,
  CHANNEL_FORM,
  PERSON_FORM,
} from '#domains/partners/applications/contract/forms.ts'
import * as wire from '#domains/partners/applications/contract/endpoint-paths.ts'
import { validateForm } from '#domains/partners/applications/rules/form-validation.ts'
import type { FieldErrors, FormRule } from '#domains/partners/applications/rules/form-validation.ts'
import type { Draft } from '#domains/partners/applications/web/form/draft.ts'

/** The two sides that apply by a wizard. */
export type Side = 'creator' | 'advertiser'

/** The endpoint and the third step's form of each side. */
export const APPLY_CALLS = { creator: wire.applyAsCreator, advertiser: wire.applyAsAdvertiser }

const DETAILS: Record<Side, FormRule> = { creator: CHANNEL_FORM, advertiser: ADVERTISER_FORM }

/** Validates step 2. */
export function validatePerson(values: Draft): FieldErrors {
  return validateForm(PERSON_FORM, values)
}

/** Validates step 3, including the agreement. */
export function validateDetails(side: Side, values: Draft): FieldErrors {
  return { ...validateForm(DETAILS[side], values), ...validateForm(AGREEMENT_FORM, values) }
}

/** Builds the body of a wizard's call from the typed values. */
export function buildApplicationBody(side: Side, values: Draft): Record<string, string> {
  const names = [...Object.keys(PERSON_FORM.fields), ...Object.keys(DETAILS[side].fields)]
  return Object.fromEntries(names.map((name) => [name, String(values[name] ?? '')]))
}

/** Builds the empty values of a wizard. */
export function emptyApplication(side: Side): Draft {
  return { ...buildApplicationBody(side, {}), selectedCountry: 'us', agreement: '' }
}

/** Whether a field belongs to step 2. */
export function isPersonField(name: string): boolean {
  return Object.hasOwn(PERSON_FORM.fields, name)
}
