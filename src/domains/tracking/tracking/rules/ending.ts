import type { CodedError } from '#kernel/error-codes.ts'

/** The number of short links that a publisher has at most at a time. */
export const MAX_SHORT_LINKS = 1000

/** The lengths of the ending of a short link. */
export const ENDING_LENGTH = { min: 3, max: 40 } as const

const ENDING = /^[a-z0-9-]{3,40}$/

/** What visitors would take for a page of the network itself: the words of its addresses and of its staff. */
const OWN_WORDS = `about account accounts admin advertiser advertisers api app apply blog brand brands claim claims
  contact conversion creator custom customer dashboard desk developer docs download erase export finance fraud health
  help home hosts imprint installation invitation invitations invoice invoices legal log-in log-out login logout mailbox
  me merchant merchants network operator partner password pay payment payments payout payouts paypal performance
  postback preferences privacy privacy-policy program programme promotions publisher publishers rates refund register
  reset-password root secure security service session settings sign-in sign-up signin signup staff status support
  system tandem tax team terms terms-of-service tracker tracking transactions verify wallet webmail widget www`

/** Words that no address on the host of the network says. */
const RUDE_WORDS = `anal anus arse arsehole ass asshole bastard bitch blowjob bollocks boob boobs bullshit clit cock cum
  cunt dick dildo fag faggot fuck fucked fucker fucking hitler jerk jizz kike milf motherfucker nazi nazis negro nigga
  nigger paki penis piss porn prick pussy rape rapist retard retarded sex sexy shit shitty slut spic sperm tit tits
  tranny twat vagina wank wanker whore xxx`

const [own, rude] = [OWN_WORDS, RUDE_WORDS].map((words) => new Set(words.split(/\s+/)))

/** Writes an ending as it is stored: short links ignore the case. */
export function normalizeEnding(text: string): string {
  return text.trim().toLowerCase()
}

/** Whether a normalised text can be the ending of a short link. */
export function isEnding(text: string): boolean {
  return ENDING.test(text)
}

/** Says why no short link can have this normalised ending; undefined if one can. */
export function findEndingFault(ending: string): CodedError | undefined {
  if (!isEnding(ending)) return { code: 'short_link.ending', params: { ...ENDING_LENGTH } }
  const parts = ending.split('-')
  if (own?.has(ending) || own?.has(parts.join(''))) return { code: 'short_link.own_word' }
  const isRude = rude?.has(parts.join('')) || parts.some((part) => rude?.has(part))
  return isRude ? { code: 'short_link.rude' } : undefined
}

/** Names a short link for `announceCatalogChange`: `short link spring-tea`. */
export function shortLinkOf(ending: string): string {
  return `short link ${ending}`
}

/** Reads what `shortLinkOf` wrote; undefined for another text. */
export function readShortLinkOf(text: string): string | undefined {
  return /^short link ([a-z0-9-]{3,40})$/.exec(text)?.[1]
}
