import { redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { readLocalPath } from '#kernel/local-path.ts'
import { sessionContext } from '#platform/web/call-context.ts'
import { choiceCookie } from '#platform/web/choice-cookie.ts'
import { consentCookie, consentFrom, forgottenCookies } from '#platform/web/consent.ts'
import { readFormData } from '#platform/web/form.ts'
import { LANGUAGE_PARAM } from '#platform/web/public-meta.ts'
import { LOCALES } from '#texts/texts.ts'

interface ActionArgs {
  context: Readonly<RouterContextProvider>
  request: Request
}

const SCHEMES = ['light', 'dark']
const DENSITIES = ['compact', 'comfortable']

/**
 * Stores the visitor's choices in cookies and redirects back: the answer to the cookie notice, the language, and with
 * consent the colour scheme and the density of lists. It works without a script. The cookies contain only the choice
 * and exist only after it.
 */
export async function action({ context, request }: ActionArgs) {
  const form = await readFormData(request, context.get(sessionContext))
  const headers = new Headers()
  const answer = form.get('consent')
  if (answer === 'necessary' || answer === 'all') headers.append('Set-Cookie', consentCookie(answer))
  if (answer === 'necessary') for (const cookie of forgottenCookies()) headers.append('Set-Cookie', cookie)
  keep(headers, 'tandem_locale', { value: form.get('locale'), allowed: LOCALES })
  if (consentFrom(request.headers.get('cookie')) === 'all') {
    keep(headers, 'tandem_scheme', { value: form.get('scheme'), allowed: SCHEMES })
    keep(headers, 'tandem_density', { value: form.get('density'), allowed: DENSITIES })
  }
  return redirect(getReturnPath(form.get('back')), { headers })
}

/** Redirects GET requests home, because this address has no page. */
export function loader() {
  return redirect('/')
}

function keep(headers: Headers, name: string, choice: { value: unknown; allowed: readonly string[] }): void {
  if (typeof choice.value !== 'string' || !choice.allowed.includes(choice.value)) return
  headers.append('Set-Cookie', choiceCookie(name, choice.value))
}

/** Returns the page to return to, without the language in its query, which would override the chosen one. */
function getReturnPath(value: unknown): string {
  const [path = '/', query = ''] = (readLocalPath(value) ?? '/').split('#', 1)[0]?.split('?', 2) ?? []
  const search = new URLSearchParams(query)
  search.delete(LANGUAGE_PARAM)
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
