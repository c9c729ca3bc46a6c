import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'

/** The files that every page preloads, by the family of `fonts.css`. */
export const PRELOADED_FONTS = { Bricolage: displayFont, Instrument: textFont } as const

/**
 * Brings in typefaces that came too late for the first page (record 7). The browser keeps the fallback for the whole
 * document, and links do not load a new one, so the next page or the return to the tab shows the typefaces.
 */
export function LateTypefaces() {
  const { pathname } = useLocation()
  const firstPath = useRef(pathname)
  useEffect(() => {
    const whenHidden = () => document.visibilityState === 'hidden' && showLate()
    if (firstPath.current !== pathname) showLate()
    document.addEventListener('visibilitychange', whenHidden)
    return () => document.removeEventListener('visibilitychange', whenHidden)
  }, [pathname])
  return null
}

const shown = new Set<string>()

/**
 * Brings in each typeface once. It does so as well for one that came in time, which then is read from the cache and
 * changes nothing: a busy browser chooses the fallback long before it paints, so no time tells which ones were late.
 */
function showLate(): void {
  for (const [family, url] of Object.entries(PRELOADED_FONTS)) {
    if (shown.has(family)) continue
    shown.add(family)
    // The first face of the family in the style sheet is the one of the file.
    const declared = [...document.fonts].find((face) => face.family.replaceAll('"', '') === family)
    if (!declared) continue
    const { weight, unicodeRange } = declared
    const face = new FontFace(family, `url(${url})`, { weight, unicodeRange })
    void face.load().then(() => document.fonts.add(face))
  }
}
