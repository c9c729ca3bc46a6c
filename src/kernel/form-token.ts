const SEPARATOR = '.'

/**
 * Adds the brand that a page shows to the CSRF token of its forms. The brand is no secret and no proof: it lets the
 * server refuse a form of a page that was opened for another brand than the account acts for now.
 */
export function nameAdvertiser(token: string, advertiserId: bigint | undefined): string {
  return advertiserId === undefined ? token : `${token}${SEPARATOR}${advertiserId}`
}

/**
 * Whether the CSRF token of a form names another brand than the account acts for now. False when the token names none,
 * and for who acts for none, such as a visitor whose session has ended.
 */
export function isOfOtherAdvertiser(token: unknown, advertiserId: bigint | undefined): boolean {
  const [, named] = typeof token === 'string' ? token.split(SEPARATOR) : []
  return named !== undefined && advertiserId !== undefined && named !== String(advertiserId)
}

/** Whether the CSRF token of a page names a brand. */
export function namesAdvertiser(token: unknown): boolean {
  return typeof token === 'string' && token.includes(SEPARATOR)
}

/** Whether a CSRF token is the expected one but for the brand that each of them names. */
export function isOfSession(token: unknown, expected: string): boolean {
  return typeof token === 'string' && token.split(SEPARATOR)[0] === expected.split(SEPARATOR)[0]
}
