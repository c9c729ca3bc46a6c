import { isPlaceholder } from '#kernel/placeholders.ts'

/** The specification's limit for sub ids; the redirect itself accepts longer ones. */
export const MAX_WRITTEN_SUB_ID = 64

const SUB_NAMES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

type SubName = (typeof SUB_NAMES)[number]

/** The five sub ids of a link; null where the publisher gave none, or a macro that its tool has not replaced. */
export type SubIds = Record<SubName, string | null>

/** The decoded parameters of a tracking link. Absent and empty ones are undefined. */
export interface LinkQuery {
  key: string | undefined
  url: string | undefined
  subs: SubIds
  /** The promotion that the link belongs to; undefined when it is no id. */
  promotionId: bigint | undefined
  cons: string | undefined
  gdpr: string | undefined
  gdprConsent: string | undefined
  /** The key or the destination contains a NUL. */
  isBroken: boolean
}

/** A longer sub id is cut; the specification promises 64. */
export const MAX_SUB_ID_CHARACTERS = 255

/** The names of the sub ids on other networks. A publisher can move a link to us by changing only its host. */
const FIRST_SUB_ALIASES = ['subid', 'sub_id', 'clickref', 'uid', 'u1', 'sid', 'aff_sub', 'cuid', 'custom_id']
const NUMBERED_SUB_ALIASES = ['subid', 'clickref', 'uid', 'aff_sub']

// Every redirect reads a link. Writing the values into an array of slots costs less than looking up each name.
const KEY = 0
const URL_TEXT = 1
const CONS = 2
const GDPR = 3
const GDPR_CONSENT = 4
const PROMO = 5
const SUBS = 6
const ALIASES = SUBS + SUB_NAMES.length
const EMPTY: readonly (string | undefined)[] = Array.from({ length: ALIASES + SUB_NAMES.length }, () => undefined)

const SLOTS = new Map<string, number>([
  ['key', KEY],
  ['url', URL_TEXT],
  ['cons', CONS],
  ['gdpr', GDPR],
  ['gdpr_consent', GDPR_CONSENT],
  ['promo', PROMO],
  ['id', SUBS],
])
for (const name of FIRST_SUB_ALIASES) SLOTS.set(name, ALIASES)
for (const [index, sub] of SUB_NAMES.entries()) {
  SLOTS.set(sub, SUBS + index)
  for (const name of NUMBERED_SUB_ALIASES) SLOTS.set(`${name}${index + 1}`, ALIASES + index)
}

/**
 * Reads the query of a tracking link (without the `?`). Names are case-insensitive, and may begin with the `amp;` of a
 * link whose HTML was escaped twice. The first value of a parameter counts, and our own name takes precedence over an
 * alias. Bytes that are no UTF-8 keep their percent-encoding: a destination in another charset leads where it should,
 * and a sub id with a lone `%` costs nobody the visit.
 */
export function readLinkQuery(query: string): LinkQuery {
  const values = EMPTY.slice()
  let isBroken = false
  for (const pair of query.split('&')) isBroken = !readPair(pair, values) || isBroken
  return {
    key: values[KEY],
    url: values[URL_TEXT],
    subs: {
      sub1: getSub(values, 0),
      sub2: getSub(values, 1),
      sub3: getSub(values, 2),
      sub4: getSub(values, 3),
      sub5: getSub(values, 4),
    },
    promotionId: readPromotionId(values[PROMO]),
    cons: values[CONS],
    gdpr: values[GDPR],
    gdprConsent: values[GDPR_CONSENT],
    isBroken,
  }
}

function getSub(values: readonly (string | undefined)[], index: number): string | null {
  const value = values[SUBS + index] ?? values[ALIASES + index]
  return value === undefined || isPlaceholder(value) ? null : value.slice(0, MAX_SUB_ID_CHARACTERS).toWellFormed()
}

/** Reads the id of a promotion. A link with a broken one still counts, without a promotion. */
function readPromotionId(text: string | undefined): bigint | undefined {
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? BigInt(text) : undefined
}

/** Writes one parameter into its slot; answers false for a key or a destination with a NUL. */
function readPair(pair: string, values: (string | undefined)[]): boolean {
  const equalsAt = pair.indexOf('=')
  if (equalsAt <= 0 || equalsAt === pair.length - 1) return true
  const name = pair.slice(0, equalsAt)
  const slot = SLOTS.get(name) ?? SLOTS.get(name.toLowerCase().replace(/^(?:amp(?:;|%3b))+/, ''))
  if (slot === undefined) return true
  const value = decode(pair.slice(equalsAt + 1))
  if (!value.includes('\0')) {
    values[slot] ??= value
    return true
  }
  return slot !== KEY && slot !== URL_TEXT
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replaceAll(/(?:%[\da-f]{2})+/gi, decodeBytes)
  }
}

/** Decodes encoded bytes as far as they are ASCII or UTF-8. */
function decodeBytes(bytes: string): string {
  return bytes.replaceAll(/(?:%[0-7][\da-f])+|(?:%[89a-f][\da-f])+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}
