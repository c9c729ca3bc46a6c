/** A postal address as it is shown. */
export interface PostalAddress {
  lines: string[]
  /** Its zip or postal code, when one stands in it. */
  zip?: string
}

/**
 * Takes a configured address apart: its parts are separated by commas, the last number of 5 or 6 digits is the zip
 * code, and two capitals are a state, which stays with its city.
 */
export function addressLines(address: string): PostalAddress {
  const zip = address.match(/\b\d{5,6}(?:-\d{4})?\b/g)?.at(-1)
  const lines: string[] = []
  for (const part of address.split(',').map((each) => each.replace(zip ?? '', '').trim())) {
    const isState = /^[A-Z]{2}$/.test(part)
    if (isState && lines.length > 0) lines.push(`${lines.pop()}, ${part}`)
    else if (part !== '') lines.push(part)
  }
  return zip === undefined ? { lines } : { lines, zip }
}
