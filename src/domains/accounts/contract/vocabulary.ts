/** Lengths of a password in characters (specification 2, section 9). */
export const PASSWORD_LENGTH = { min: 8, max: 15 } as const
