const SUB_NAMES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const

type SubName = (typeof SUB_NAMES)[number]

/** Five notes of the publisher; null where none was given. */
export type SubIds = Record<SubName, string | null>

/** What a tracking link says, decoded. Absent and empty parameters are undefined. */
export interface LinkQuery {
  key: string | undefined
  url: string | undefined
  subs: SubIds
  cons: string | undefined
  gdpr: string | undefined
  gdprConsent: string | undefined
  /** A parameter that we read has broken percent-encoding or a NUL in it. */
  isBroken: boolean
}

/** A longer sub id is cut; the specification promises 64. */
export const MAX_SUB_ID_CHARACTERS = 255

type Slot = 'key' | 'url' | 'cons' | 'gdpr' | 'gdprConsent' | { sub: SubName; isAlias: boolean }

/** How other networks call the sub ids, so that a publisher can move a link over by changing its host. */
const FIRST_SUB_ALIASES = ['subid', 'sub_id', 'clickref', 'uid', 'u1', 'sid', 'aff_sub', 'cuid', 'custom_id']
const NUMBERED_SUB_ALIASES = ['subid', 'clickref', 'uid', 'aff_sub']

const SLOTS = new Map<string, Slot>([
  ['key', 'key'],
  ['url', 'url'],
  ['cons', 'cons'],
  ['gdpr', 'gdpr'],
  ['gdpr_consent', 'gdprConsent'],
  ['id', { sub: 'sub1', isAlias: false }],
])
for (const name of FIRST_SUB_ALIASES) SLOTS.set(name, { sub: 'sub1', isAlias: true })
for (const [index, sub] of SUB_NAMES.entries()) {
  SLOTS.set(sub, { sub, isAlias: false })
  for (const name of NUMBERED_SUB_ALIASES) SLOTS.set(`${name}${index + 1}`, { sub, isAlias: true })
}

/**
 * Reads the query of a tracking link (without the `?`). Names may be written in any case; the first value of a
 * parameter counts, and a name of our own goes before an alias.
 */
export function readLinkQuery(query: string): LinkQuery {
  const found: LinkQuery = {
    key: undefined,
    url: undefined,
    subs: noSubs(),
    cons: undefined,
    gdpr: undefined,
    gdprConsent: undefined,
    isBroken: false,
  }
  const aliases = noSubs()
  for (const pair of query.split('&')) readPair(pair, found, aliases)
  for (const sub of SUB_NAMES) found.subs[sub] ??= aliases[sub]
  return found
}

function noSubs(): SubIds {
  return { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
}

function readPair(pair: string, found: LinkQuery, aliases: SubIds): void {
  const equalsAt = pair.indexOf('=')
  if (equalsAt <= 0 || equalsAt === pair.length - 1) return
  const name = pair.slice(0, equalsAt)
  const slot = SLOTS.get(name) ?? SLOTS.get(name.toLowerCase())
  if (slot === undefined) return
  const value = decode(pair.slice(equalsAt + 1))
  if (value === undefined) found.isBroken = true
  else if (typeof slot === 'string') found[slot] ??= value
  else (slot.isAlias ? aliases : found.subs)[slot.sub] ??= value.slice(0, MAX_SUB_ID_CHARACTERS).toWellFormed()
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    const decoded = decodeURIComponent(spaced)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}
