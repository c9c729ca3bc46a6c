/** The nouns of which one can be chosen by a part of its name. */
export const NAME_KINDS = ['publishers', 'advertisers', 'sites'] as const

/** @see NAME_KINDS */
export type NameKind = (typeof NAME_KINDS)[number]

/** The most names that a search answers. */
export const MAX_NAMES = 20

/** How many of those that were chosen last a browser remembers. */
export const MAX_RECENT = 10
