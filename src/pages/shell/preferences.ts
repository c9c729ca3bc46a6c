import { redirect } from 'react-router'
import { consentCookie, consentFrom, forgottenCookies } from '#platform/web/consent.ts'
import { LANGUAGE_PARAM } from '#platform/web/public-meta.ts'
import { LOCALES } from '#texts/texts.ts'

const YEAR_SECONDS = 31_536_000
const SCHEMES = ['light', 'dark']

/**
 * Stores the visitor's choices in cookies and redirects back: the answer to the cookie notice, the language, and with
 * consent the colour scheme. It works without a script. The cookies contain only the choice and exist only after it.
 */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const headers = new Headers()
  const answer = form.get('consent')
  if (answer === 'necessary' || answer === 'all') headers.append('Set-Cookie', consentCookie(answer))
  if (answer === 'necessary') for (const cookie of forgottenCookies()) headers.append('Set-Cookie', cookie)
  keep(headers, 'tandem_locale', { value: form.get('locale'), allowed: LOCALES })
  if (consentFrom(request.headers.get('cookie')) === 'all') {
    keep(headers, 'tandem_scheme', { value: form.get('scheme'), allowed: SCHEMES })
  }
  return redirect(getReturnPath(form.get('back')), { headers })
}

/** Redirects GET requests home, because this address has no page. */
export function loader() {
  return redirect('/')
}

function keep(headers: Headers, name: string, choice: { value: unknown; allowed: readonly string[] }): void {
  if (typeof choice.value !== 'string' || !choice.allowed.includes(choice.value)) return
  headers.append('Set-Cookie', `${name}=${choice.value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`)
}

/**
 * Accepts only a path of this site: `//host` and `/\host` are other sites. Removes the language from it, which would
 * override the chosen one.
 */
function getReturnPath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return '/'
  const [path = '/', query = ''] = value.split('?', 2)
  const search = new URLSearchParams(query)
  search.delete(LANGUAGE_PARAM)
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
