import { schemeScript } from '#platform/web/color-scheme.ts'
import { handleMenus } from './disclosure.tsx'
import { handleSchemeSwitch } from './preference-switches.tsx'

/**
 * The script in the page's head. It runs before the body is parsed, so menus and the scheme switch obey from the first
 * byte on. Only the server knows its text: a browser already runs it when the page's own scripts come.
 */
export const earlyScript = import.meta.env.SSR ? `${schemeScript};(${handleMenus})();(${handleSchemeSwitch})()` : ''
