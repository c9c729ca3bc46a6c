const ORIGIN = 'http://this-site.invalid'

/**
 * Reads an address of this site that a visitor sent, such as the page to return to. Returns its path with query and
 * fragment, as `URL` writes them: in ASCII. Returns `undefined` for an address that a browser would open on another
 * site.
 */
export function readLocalPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined
  const url = URL.parse(text, ORIGIN)
  // `/..//host` has our origin, but its path alone names another host.
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
