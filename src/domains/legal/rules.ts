/** The legal texts: privacy policy, terms of use, and conditions for publishers. */
export const LEGAL_DOCUMENTS = ['privacy', 'terms', 'conditions'] as const

/** One of `LEGAL_DOCUMENTS`. */
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

/** The day of the version in force (specification 2, section 9). */
export const LEGAL_UPDATED_ON = '2024-06-19'
