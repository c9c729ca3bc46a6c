/** Lengths of a password in characters (specification 2, section 9). */
export const PASSWORD_LENGTH = { min: 8, max: 15 } as const

/** The characters that a password field takes: more than a password has, so that a longer one is refused, not cut. */
export const MAX_TYPED_PASSWORD = 200
