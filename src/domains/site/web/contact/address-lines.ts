/** A postal address as it is shown. */
export interface PostalAddress {
  lines: string[]
  /** Its zip or postal code, when one stands in it. */
  zip?: string
}

/**
 * Takes a configured address apart: its parts are separated by commas, and the last number of 5 or 6 digits is the zip
 * code.
 */
export function addressLines(address: string): PostalAddress {
  const zip = address.match(/\b\d{5,6}(?:-\d{4})?\b/g)?.at(-1)
  const parts = address.split(',').map((part) => (zip === undefined ? part : part.replace(zip, '')).trim())
  const lines = parts.filter((part) => part !== '')
  return zip === undefined ? { lines } : { lines, zip }
}
