/** How many lines a row of a list has on wide screens, as the reader chose it: `compact` one, otherwise two. */
export type Density = 'compact' | 'comfortable'

/** Reads the density that the reader chose from the cookies. */
export function densityFrom(cookies: string | null): Density {
  return /(?:^|; )tandem_density=compact(?:;|$)/.test(cookies ?? '') ? 'compact' : 'comfortable'
}
