/** What can be wrong with a field; the codes of specification 2 keep their names. */
export type FieldError =
  | 'required'
  | 'email'
  | 'choice'
  | 'many'
  | 'long'
  | 'sign'
  | 'signup.7'
  | 'signup.8'
  | 'signup.9'
  | 'signup.26'
  | 'signup.27'
  | 'signup.29'
  | 'signup.30'
  | 'signup.45'

/** What one field of a form must be. */
export interface FieldRule {
  /** The field's name in sentences about it. */
  label: string
  /** Longest text in characters. */
  max: number
  /** What an empty field is told; without it the field may stay empty. */
  missing?: FieldError
  /** For lists: how many entries there may be. A rule with it is about a list. */
  most?: number
  /** Whether spaces at the ends count, as in passwords. */
  isExact?: boolean
  /** What else is wrong with a text, or with an entry of a list, that is not empty. */
  wrong?: (value: string) => FieldError | undefined
}

/** Values of a form by wire name; lists for the fields that have several. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/** What is wrong, by wire name. */
export type FieldErrors = Record<string, FieldError>

/** A form: the rules of its fields, in the order in which they are shown, and what must hold among them. */
export interface FormRule<Name extends string = string> {
  fields: Readonly<Record<Name, FieldRule>>
  together?: (values: Values) => FieldErrors
}

/** Everything that is wrong with a form's values, in the order of its fields; nothing when they may be sent. */
export function validateForm(form: FormRule, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  const together = form.together?.(values) ?? {}
  for (const [name, rule] of Object.entries(form.fields)) {
    const error = validateField(rule, values[name]) ?? together[name]
    if (error) errors[name] = error
  }
  return errors
}

/** What is wrong with the value of one field. */
export function validateField(rule: FieldRule, value: Values[string]): FieldError | undefined {
  const entries = entriesOf(rule, value)
  if (entries.length === 0) return rule.missing
  if (rule.most !== undefined && entries.length > rule.most) return 'many'
  return entries.map((entry) => validateText(rule, entry)).find((error) => error !== undefined)
}

/** The entries of a field that are not empty, as they are kept; a field that is no list has one at most. */
export function entriesOf(rule: FieldRule, value: Values[string]): string[] {
  const entries = typeof value === 'string' ? [value] : (value ?? [])
  return entries.map((entry) => (rule.isExact ? entry : entry.trim())).filter((entry) => entry !== '')
}

function validateText(rule: FieldRule, text: string): FieldError | undefined {
  // Neither can be kept by the database: the NUL byte, and half of a pair of code units.
  if (text.includes('\0') || !text.isWellFormed()) return 'sign'
  return rule.wrong?.(text) ?? (text.length > rule.max ? 'long' : undefined)
}
