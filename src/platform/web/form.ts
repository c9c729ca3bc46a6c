import { data } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { CallRefusal } from '#kernel/errors.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { isOfOtherAdvertiser, isOfSession } from '#kernel/form-token.ts'
import { PageRefusal, sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'

/** Form field that carries the CSRF token (specification 2, section 7). */
export const CSRF_FIELD = 'csrfmiddlewaretoken'

/** Form field that names one of the actions of a page. */
export const INTENT_FIELD = 'intent'

/** The code of a form that was sent after its session had ended. */
export const SIGNED_OUT = 'signed_out'

/** The code of a form whose token is not the visitor's. */
export const CSRF_FAILED = 'csrf_failed'

/** The code of a form of a page that was opened for another brand than the account acts for now. */
export const OTHER_ADVERTISER = 'team.other_brand'

/** The result of a page's action: the reply, or the error with its field. */
export type FormResult<T = unknown> =
  | { ok: true; reply: T }
  | { ok: false; message: string; code: string; errors: Record<string, string> }

/**
 * Reads the posted form without its CSRF token. Refuses a body that is no form, a malformed form, a file, a form whose
 * token is not the visitor's, and one of a page that was opened for another brand than the account acts for now.
 */
export async function readForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  const session = context.get(sessionContext)
  const form = await readFormData(request, session)
  const token = form.get(CSRF_FIELD)
  if (isOfOtherAdvertiser(token, session.actor?.advertiserId)) throw refuse(session, { code: OTHER_ADVERTISER }, 409)
  if (token !== session.csrfToken()) throw refuse(session, { code: CSRF_FAILED }, 403)
  form.delete(CSRF_FIELD)
  return form
}

/**
 * Reads the posted form as `readForm` does, whatever brand its page was opened for: of forms that concern the session,
 * not a brand.
 */
export async function readSessionForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  const session = context.get(sessionContext)
  const form = await readFormData(request, session)
  if (!isOfSession(form.get(CSRF_FIELD), session.csrfToken())) throw refuse(session, { code: CSRF_FAILED }, 403)
  form.delete(CSRF_FIELD)
  return form
}

/** Reads the posted form. Refuses a body that is no form, a malformed form, and a file. */
export async function readFormData(request: Request, session: Pick<WebSession, 'errorText'>): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data) *(;|$)/i.test(type)) {
    throw refuse(session, { code: 'request.encoding', params: { encoding: 'form' } }, 415)
  }
  const form = await request.formData().catch(() => undefined)
  if (form === undefined) throw refuse(session, { code: 'request.form_broken' }, 400)
  if ([...form.values()].some((value) => typeof value !== 'string'))
    throw refuse(session, { code: 'request.file' }, 400)
  return form
}

function refuse(session: Pick<WebSession, 'errorText'>, error: CodedError, status: number): PageRefusal {
  return new PageRefusal({ code: error.code, status, message: session.errorText(error) })
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
    const { status, code, message, field, errors = field === undefined ? {} : { [field]: message } } = error.details
    return data<FormResult<T>>({ ok: false, code, message, errors }, { status })
  }
}
