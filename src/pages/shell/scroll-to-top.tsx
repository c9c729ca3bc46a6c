import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls every new page to its top (specification 1, section 2), unless its address has a hash. Unlike the router's
 * own component it stores nothing in the browser, so it needs no consent. Pages without a script need it too: links
 * lead to them in the running document.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  // Runs before the browser paints, so that the new page never appears at the previous scroll position.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}
