/** A file to download. */
export interface WantedFile {
  href: string
  /** The CSRF token of the page that wants it, so that a page of one brand gets no file of another. */
  csrfToken: string
  /** About how many rows it has; absent for a file that has none. */
  rows?: number
}

/**
 * The most rows of a file that a page fetches itself to show its progress, some 200 MB. The browser keeps the bytes
 * outside the memory of the page. Larger files are left to the browser's own download.
 */
export const MAX_FETCHED_ROWS = 1_000_000
