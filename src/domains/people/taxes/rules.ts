import type { Day } from '#kernel/days.ts'
import { invalidField } from '#kernel/errors.ts'

/** What a publisher is before the law. */
export const LEGAL_KINDS = ['person', 'company'] as const

/** @see LEGAL_KINDS */
export type LegalKind = (typeof LEGAL_KINDS)[number]

/** The tax forms of the United States: of residents, of other persons, of other companies. */
export const TAX_FORM_TYPES = ['W-9', 'W-8BEN', 'W-8BEN-E'] as const

/** @see TAX_FORM_TYPES */
export type TaxFormType = (typeof TAX_FORM_TYPES)[number]

/** The states of a form that was handed in. One that a later form or other legal details made void is replaced. */
export const FORM_STATUSES = ['waiting', 'verified', 'refused', 'replaced'] as const

/** @see FORM_STATUSES */
export type FormStatus = (typeof FORM_STATUSES)[number]

/** Whether a publisher has a form that holds. */
export const TAX_FORM_STATES = ['verified', 'waiting', 'expired', 'missing'] as const

/** @see TAX_FORM_STATES */
export type TaxFormState = (typeof TAX_FORM_STATES)[number]

/** The version of the consent to self-billing that publishers give now. Its text stands in `taxes.json`. */
export const SELF_BILLING_VERSION = '2025-01'

/** Lists the forms that a publisher can hand in. Citizens of the United States give a W-9 wherever they live. */
export function listForms({ kind, country }: { kind: LegalKind; country: string }): readonly TaxFormType[] {
  if (country === 'US') return ['W-9']
  return [kind === 'person' ? 'W-8BEN' : 'W-8BEN-E', 'W-9']
}

/**
 * Returns the last day on which a form holds: a W-8 until the end of the third year after its signature (instructions
 * of the IRS for the requester of the forms W-8), a W-9 without an end.
 */
export function getLastDay(form: TaxFormType, signedOn: Day): Day | null {
  return form === 'W-9' ? null : `${Number(signedOn.slice(0, 4)) + 3}-12-31`
}

/** Legal details as a publisher enters them. */
export interface LegalInput {
  legalName: string
  kind: LegalKind
  address: string
  zipCode: string
  country: string
  vatId: string
}

/** Whether a verified form says something else than the legal details after a change. */
export function isOtherIdentity(before: LegalInput, after: LegalInput): boolean {
  return (['legalName', 'kind', 'country'] as const).some((key) => before[key] !== after[key])
}

/** The days before the end of a form on which the first mail about it is sent. */
export const END_WARNING_DAYS = 45

/** Checks a form that a publisher hands in. Refuses the fields `form` and `signed_on`. */
export function checkForm(
  { form, signedOn }: { form: TaxFormType; signedOn: Day },
  { admitted, today }: { admitted: readonly TaxFormType[]; today: Day },
): void {
  if (!admitted.includes(form)) throw invalidField('form', { code: 'tax.other_form' })
  if (signedOn > today) throw invalidField('signed_on', { code: 'tax.signed_later' })
  const lastDay = getLastDay(form, signedOn)
  if (lastDay !== null && lastDay < today) throw invalidField('signed_on', { code: 'tax.ended' })
}
