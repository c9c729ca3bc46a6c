import { data } from 'react-router'
import type { z } from 'zod'
import { checkSchema } from '#kernel/schema-errors.ts'
import { findRefusal } from '#platform/web/call-context.ts'
import type { WebSession } from '#platform/web/call-context.ts'
import type { FormResult } from '#platform/web/form.ts'

/** Builds a refusal for `ActionForm`: one sentence, and further ones at the fields. */
export function refuse(answer: { status: number; message: string; code?: string; errors?: Record<string, string> }) {
  const { status, message, code = 'refused', errors = {} } = answer
  return data<FormResult<never>>({ ok: false, code, message, errors }, { status })
}

/**
 * Checks a form against its contract. Returns a refusal with the first message of every invalid field in the visitor's
 * language, or undefined when the form is valid.
 */
export function checkForm(session: WebSession, schema: z.ZodType, fields: unknown) {
  const { errors: found } = checkSchema(schema, fields)
  if (!found) return undefined
  const errors: Record<string, string> = {}
  for (const { path, ...error } of found) errors[String(path[0])] ??= session.errorText(error)
  return refuse({ status: 422, message: session.errorText({ code: 'check_fields' }), errors })
}

/** Builds the refusal of a refused call. Rethrows any other error. */
export function refuseFor(error: unknown) {
  const details = findRefusal(error)
  if (!details) throw error
  const { status, message, code, field } = details
  return refuse({ status, message, code, ...(field === undefined ? {} : { errors: { [field]: message } }) })
}
