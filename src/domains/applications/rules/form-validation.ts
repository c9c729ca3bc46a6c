import type { CodedError, ErrorCode } from '#kernel/error-codes.ts'

/** What can be wrong with a field; the codes of specification 2 keep their names. */
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
] as const satisfies ErrorCode[]

/** One of `FIELD_ERRORS`. */
export type FieldError = (typeof FIELD_ERRORS)[number]

/** The error of one field with what its sentence needs: some name the field as its label does. */
export function codeFieldError(name: string, code: FieldError): CodedError {
  return code === 'signup.26' ? { code, params: { field: { text: `sign-up.field.${name}` } } } : { code }
}

/** What one field of a form must be. */
export interface FieldRule {
  /** Longest text in characters. */
  max: number
  /** What an empty field is told; without it the field may stay empty. */
  requiredCode?: FieldError
  /** For lists: how many entries there may be. A rule with it is about a list. */
  maxItems?: number
  /** Whether spaces at the ends count, as in passwords. */
  noTrim?: boolean
  /** What else is wrong with a text, or with an entry of a list, that is not empty. */
  check?: (value: string) => FieldError | undefined
}

/** Values of a form by wire name; lists for the fields that have several. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/** What is wrong, by wire name. */
export type FieldErrors = Record<string, FieldError>

/** A form: the rules of its fields, in the order in which they are shown, and what must hold among them. */
export interface FormRule<Name extends string = string> {
  fields: Readonly<Record<Name, FieldRule>>
  refine?: (values: Values) => FieldErrors
}

/** Everything that is wrong with a form's values, in the order of its fields; nothing when they may be sent. */
export function validateForm(form: FormRule, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const refined = form.refine?.(values) ?? {}
  for (const [name, rule] of Object.entries(form.fields)) {
    const error = validateField(rule, values[name]) ?? refined[name]
    if (error) errors[name] = error
  }
  return errors
}

/** What is wrong with the value of one field. */
export function validateField(rule: FieldRule, value: Values[string]): FieldError | undefined {
  const entries = entriesOf(rule, value)
  if (entries.length === 0) return rule.requiredCode
  if (rule.maxItems !== undefined && entries.length > rule.maxItems) return 'many'
  return entries.map((entry) => validateText(rule, entry)).find((error) => error !== undefined)
}

/** The entries of a field that are not empty, as they are kept; a field that is no list has one at most. */
export function entriesOf(rule: FieldRule, value: Values[string]): string[] {
  const entries = typeof value === 'string' ? [value] : (value ?? [])
  return entries.map((entry) => (rule.noTrim ? entry : entry.trim())).filter((entry) => entry !== '')
}

function validateText(rule: FieldRule, text: string): FieldError | undefined {
  // Neither can be kept by the database: the NUL byte, and half of a pair of code units.
  if (text.includes('\0') || !text.isWellFormed()) return 'sign'
  return rule.check?.(text) ?? (text.length > rule.max ? 'long' : undefined)
}
