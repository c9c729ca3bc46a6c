/** A postal address for display. */
export interface PostalAddress {
  lines: string[]
  /** The zip or postal code, if there is one. */
  zip?: string
}

/**
 * Splits a configured address at its commas. The last number of 5 or 6 digits is the zip code. Two capitals are a
 * state, which stays on the line of its city.
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
