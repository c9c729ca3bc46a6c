import { data } from 'react-router'
import type { z } from 'zod'
import type { WebSession } from '#platform/web/call-context.ts'
import type { FormResult } from '#platform/web/form.ts'
import type { Messages } from '#texts/texts.ts'
import { MESSAGES } from '../contract.ts'

type ErrorKey = keyof typeof errorKeys

// The sentences of the wire that people see in their own language.
const errorKeys = {
  required: MESSAGES.required,
  email: MESSAGES.email,
  incorrect: MESSAGES.incorrect,
  underReview: MESSAGES.underReview,
  passwordLength: MESSAGES.passwordLength,
  passwordsDiffer: MESSAGES.passwordsDiffer,
  linkInvalid: MESSAGES.linkInvalid,
}

/** A sentence of this domain's contract in the visitor's language; others stay as they are. */
export function translate(session: WebSession, message: string): string {
  const key = (Object.keys(errorKeys) as ErrorKey[]).find((name) => errorKeys[name] === message)
  return key ? errorTexts(session)[key] : message
}

function errorTexts(session: WebSession) {
  const { error } = session.texts('accounts').accounts as Messages['accounts']
  return error
}

/** A "no" for `ActionForm`: one sentence, and further ones at the fields. */
export function refuse(answer: { status: number; message: string; errors?: Record<string, string> }) {
  const { status, message, errors = {} } = answer
  return data<FormResult<never>>({ ok: false, code: 'refused', message, errors }, { status })
}

/**
 * Checks a form against its contract. Answers the "no" with the first message of every field that is wrong, in the
 * visitor's language, or nothing when all is well.
 */
export function checkForm(session: WebSession, schema: z.ZodType, fields: unknown) {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return undefined
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= translate(session, message)
  return refuse({ status: 422, message: errorTexts(session).check, errors })
}

/** What a refused call says, in the visitor's language; anything but a refusal is thrown on. */
export function refuseFor(session: WebSession, error: unknown) {
  if (!(error instanceof Error) || error.name !== 'Refusal') throw error
  const { details } = error as Error & { details: { status: number; message: string; code: string; field?: string } }
  const isTooMany = details.code === 'too_many_attempts'
  const message = isTooMany ? errorTexts(session).tooMany : translate(session, details.message)
  return refuse({ status: details.status, message, ...(details.field ? { errors: { [details.field]: message } } : {}) })
}
