import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { CallRefusal } from '#kernel/errors.ts'
import { PageRefusal, sessionContext } from './call-context.ts'

/** Form field that carries the CSRF token (specification 2, section 7). */
export const CSRF_FIELD = 'csrfmiddlewaretoken'

/** Form field that names one of the actions of a page. */
export const INTENT_FIELD = 'intent'

/** The result of a page's action: the reply, or the error with its field. */
export type FormResult<T = unknown> =
  | { ok: true; reply: T }
  | { ok: false; message: string; code: string; errors: Record<string, string> }

/** Reads the posted form without its CSRF token. Refuses a form whose token is not the visitor's. */
export async function readForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  const form = await request.formData()
  const session = context.get(sessionContext)
  if (form.get(CSRF_FIELD) !== session.csrfToken()) {
    const code = 'csrf_failed'
    throw new PageRefusal({ code, status: 403, message: session.errorText({ code }) })
  }
  form.delete(CSRF_FIELD)
  return form
}

/** Converts a form into an object: the last value of each field, and all values of the fields in `lists`. */
export function readFields(form: FormData, lists: readonly string[] = []): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === 'string')
    fields[name] = lists.includes(name) ? values : (values.at(-1) ?? '')
  }
  return fields
}

/**
 * Runs the action of a form. Turns a refusal into a result with its status, which `ActionForm` shows at the field;
 * throws other errors.
 */
export async function submit<T>(run: () => Promise<T>) {
  try {
    return data<FormResult<T>>({ ok: true, reply: await run() })
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error
    const { status, code, message, field } = error.details
    const errors = field === undefined ? {} : { [field]: message }
    return data<FormResult<T>>({ ok: false, code, message, errors }, { status })
  }
}
