import { z } from 'zod'
import { codeFieldError, toEntries, validateForm } from '../rules/form-validation.ts'
import type { FieldRule, FormRule } from '../rules/form-validation.ts'

/** The values of a form after parsing: trimmed texts, empty for absent fields; lists for fields with several values. */
export type FormValues<Form extends FormRule> = {
  [Name in keyof Form['fields']]: Form['fields'][Name] extends { maxItems: number } ? string[] : string
}

/**
 * Builds the schema of a form from the rules that the pages check with; it refuses with the same codes. A single value
 * counts as a list of one. Empty entries are dropped.
 */
export function buildBodySchema<const Form extends FormRule>(
  form: Form,
): z.ZodType<FormValues<Form>, FormValues<Form>> {
  const rules = Object.entries<FieldRule>(form.fields)
  const shape = Object.fromEntries(rules.map(([name, rule]) => [name, fieldSchema(name, rule)]))
  const schema = z.object(shape).superRefine((values, context) => {
    for (const [name, error] of Object.entries(validateForm(form, values as Record<string, string | string[]>))) {
      const message = JSON.stringify(codeFieldError(name, error))
      context.addIssue({ code: 'custom', path: [name], message, params: { hasOwnCode: true } })
    }
  })
  return schema as unknown as z.ZodType<FormValues<Form>, FormValues<Form>>
}

function fieldSchema(name: string, rule: FieldRule) {
  const message = JSON.stringify(codeFieldError(name, rule.requiredCode ?? 'choice'))
  if (rule.maxItems === undefined) {
    const text = z.string(message)
    return (rule.noTrim ? text : text.trim()).default('')
  }
  const listed = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value])
  const entries = z.array(z.string(message), message).transform((list) => [...new Set(toEntries(rule, list))])
  return z.preprocess(listed, entries)
}
