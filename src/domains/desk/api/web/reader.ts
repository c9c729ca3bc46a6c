import { createContext } from 'react'

/** What the documentation fills in for its reader. */
export interface Reader {
  /** The key of the chosen site; undefined for a reader without a site. */
  siteKey: string | undefined
  /** A secret API key: one that was just made, or that the reader typed. It is kept on this page only. */
  secret: string
  setSecret: (secret: string) => void
  /** The last seven days, for the examples: YYYY-MM-DD. */
  days: { begin: string; end: string }
}

/** The reader of the documentation. */
export const ReaderContext = createContext<Reader>({
  siteKey: undefined,
  secret: '',
  setSecret: () => {},
  days: { begin: '', end: '' },
})
