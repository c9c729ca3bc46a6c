import type { CodedError, ErrorCode } from '#kernel/error-codes.ts'
import { isPlain } from '#kernel/unstorable.ts'

/** The error codes of a field. Codes of specification 2 keep their names. */
export const FIELD_ERRORS = [
  'required',
  'email',
  'choice',
  'many',
  'long',
  'sign',
  'signup.7',
  'signup.8',
  'signup.9',
  'signup.26',
  'signup.27',
  'signup.29',
  'signup.30',
  'signup.45',
  'site.channel',
] as const satisfies ErrorCode[]

/** One of `FIELD_ERRORS`. */
export type FieldError = (typeof FIELD_ERRORS)[number]

/** Builds the coded error of a field. The sentence of `signup.26` contains the field's label. */
export function codeFieldError(name: string, code: FieldError): CodedError {
  return code === 'signup.26' ? { code, params: { field: { text: `sign-up.field.${name}` } } } : { code }
}

/** The rule of one form field. */
export interface FieldRule {
  /** The maximum length in characters. */
  max: number
  /** The error of an empty field; without it the field is optional. */
  requiredCode?: FieldError
  /** The maximum number of entries. A rule with `maxItems` is for a list. */
  maxItems?: number
  /** Whether leading and trailing spaces are kept, as in passwords. */
  noTrim?: boolean
  /** Checks a text, or one entry of a list, that is not empty. */
  check?: (value: string) => FieldError | undefined
}

/** The values of a form by wire name; lists for fields with several values. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/** The errors of a form by wire name. */
export type FieldErrors = Record<string, FieldError>

/** A form: the rules of its fields in display order, and the checks across fields. */
export interface FormRule<Name extends string = string> {
  fields: Readonly<Record<Name, FieldRule>>
  refine?: (values: Values) => FieldErrors
}

/** Validates the values of a form. Returns its errors in the order of the fields, none when the form is valid. */
export function validateForm(form: FormRule, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const refined = form.refine?.(values) ?? {}
  for (const [name, rule] of Object.entries(form.fields)) {
    const error = validateField(rule, values[name]) ?? refined[name]
    if (error) errors[name] = error
  }
  return errors
}

/** Validates the value of one field. */
export function validateField(rule: FieldRule, value: Values[string]): FieldError | undefined {
  const entries = toEntries(rule, value)
  if (entries.length === 0) return rule.requiredCode
  if (rule.maxItems !== undefined && entries.length > rule.maxItems) return 'many'
  return entries.map((entry) => validateText(rule, entry)).find((error) => error !== undefined)
}

/** Returns the trimmed entries of a field that are not empty; at most one for a field that is not a list. */
export function toEntries(rule: FieldRule, value: Values[string]): string[] {
  const entries = typeof value === 'string' ? [value] : (value ?? [])
  return entries.map((entry) => (rule.noTrim ? entry : entry.trim())).filter((entry) => entry !== '')
}

function validateText(rule: FieldRule, text: string): FieldError | undefined {
  if (!isPlain(text)) return 'sign'
  return rule.check?.(text) ?? (text.length > rule.max ? 'long' : undefined)
}
