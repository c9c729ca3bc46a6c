/** What the `handle` of a route module says about its pages. Those of a page and its layouts count together. */
export interface PageHandle {
  /** False for a page that is sent without any script. */
  hasScript?: boolean
  /**
   * Whether all visitors without a session share the page: it is rendered once and kept. A page that uses anything of
   * its visitor, such as a CSRF token, is not kept all the same.
   */
  isShared?: boolean
  /** The names of the search parameters that a shared page knows. It is rendered without any other. */
  params?: readonly string[]
}
