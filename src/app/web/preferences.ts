import { redirect } from 'react-router'
import { LOCALES } from '#texts/texts.ts'

const YEAR_SECONDS = 31_536_000
const SCHEMES = ['auto', 'light', 'dark']

/**
 * Keeps the language or the colour scheme that the visitor chose, and goes back to the page. It works without a script.
 * The cookies hold nothing but the choice and exist only after it was made.
 */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const headers = new Headers()
  keep(headers, 'tandem_locale', { value: form.get('locale'), allowed: LOCALES })
  keep(headers, 'tandem_scheme', { value: form.get('scheme'), allowed: SCHEMES })
  return redirect(backOf(form.get('back')), { headers })
}

/** There is nothing to see under this address. */
export function loader() {
  return redirect('/')
}

function keep(headers: Headers, name: string, choice: { value: unknown; allowed: readonly string[] }): void {
  if (typeof choice.value !== 'string' || !choice.allowed.includes(choice.value)) return
  headers.append('Set-Cookie', `${name}=${choice.value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`)
}

/** Only a path of our own; `//host` and `/\host` would lead away. */
function backOf(value: unknown): string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/'
}
