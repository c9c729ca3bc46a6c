import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Begins every page at its top (specification 1, section 2) unless its address names a place on it. Unlike the router's
 * own component it remembers nothing in the visitor's browser, so it needs no consent.
 */
export function ScrollToTop() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  // Before the browser paints: the page must not be seen where the one before it was left.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}
