import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { SubIds } from '../rules/link-query.ts'

/** What the click path needs of a short link. */
export interface ShortLink {
  linkId: bigint
  siteKey: string
  /** The destination. */
  url: string
  subs: SubIds
}

const EMPTY = 0
const REMOVED = -1

/** Larger than any record: a destination has 8,000 characters of ASCII at most. */
const CHUNK_BYTES = 65_536
const CHUNK_SHIFT = 16

/** No text of the database contains it. */
const SEPARATOR = '\0'

/**
 * The short links by their ending, in 93 bytes each for destinations of 61 characters. The records are bytes outside of
 * the heap, which the garbage collector need not visit: ending, id, number of the site, destination and sub ids. A hash
 * table finds them.
 */
export class ShortLinks {
  #slots = new Int32Array(16)
  #usedSlots = 0
  #chunks: Buffer[] = []
  #end = 0
  #siteKeys: string[] = []
  #siteNumbers = new Map<string, number>()
  #count = 0
  #idSum = 0n

  /** Two different sets of links have different digests, but for rare cases. */
  get digest(): { count: number; idSum: bigint } {
    return { count: this.#count, idSum: this.#idSum }
  }

  /** The bytes of all records and of the hash table. */
  get bytes(): number {
    return this.#chunks.length * CHUNK_BYTES + this.#slots.byteLength
  }

  /** Finds a link by its normalised ending. */
  get(ending: string): ShortLink | undefined {
    const slot = this.#find(ending)
    return slot === undefined ? undefined : this.#toLink(this.#read(this.#slots[slot] ?? 0))
  }

  /** Adds a link. One with the same ending stays: a link never changes. */
  add(ending: string, { linkId, siteKey, url, subs }: ShortLink): void {
    if (this.#find(ending) !== undefined) return
    if (this.#usedSlots * 4 >= this.#slots.length * 3) this.#grow()
    const all = [subs.sub1, subs.sub2, subs.sub3, subs.sub4, subs.sub5].map((sub) => sub ?? '')
    const given = all.slice(0, all.findLastIndex((sub) => sub !== '') + 1)
    const parts = [ending, linkId.toString(36), this.#toSiteNumber(siteKey).toString(36), url, ...given]
    this.#insert(ending, this.#write(parts.join(SEPARATOR)))
    this.#count += 1
    this.#idSum += linkId
  }

  delete(ending: string): void {
    const slot = this.#find(ending)
    if (slot === undefined) return
    const { linkId } = this.#toLink(this.#read(this.#slots[slot] ?? 0))
    this.#slots[slot] = REMOVED
    this.#count -= 1
    this.#idSum -= linkId
  }

  /** Takes the links of `other` in place of its own. */
  become(other: ShortLinks): void {
    this.#slots = other.#slots
    this.#usedSlots = other.#usedSlots
    this.#chunks = other.#chunks
    this.#end = other.#end
    this.#siteKeys = other.#siteKeys
    this.#siteNumbers = other.#siteNumbers
    this.#count = other.#count
    this.#idSum = other.#idSum
  }

  #find(ending: string): number | undefined {
    const mask = this.#slots.length - 1
    for (let slot = hashEnding(ending) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot] ?? EMPTY
      if (at === EMPTY) return undefined
      if (at !== REMOVED && this.#read(at).startsWith(ending + SEPARATOR)) return slot
    }
  }

  #insert(ending: string, at: number): void {
    const mask = this.#slots.length - 1
    let slot = hashEnding(ending) & mask
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask
    this.#slots[slot] = at
    this.#usedSlots += 1
  }

  #grow(): void {
    const kept = this.#slots.filter((at) => at !== EMPTY && at !== REMOVED)
    this.#slots = new Int32Array(this.#slots.length * 2)
    this.#usedSlots = 0
    for (const at of kept) this.#insert(this.#read(at).split(SEPARATOR, 1)[0] ?? '', at)
  }

  /** Writes a record behind its length, and returns its place; places begin at 1, because 0 is an empty slot. */
  #write(record: string): number {
    const length = Buffer.byteLength(record) + 2
    if (this.#chunks.length * CHUNK_BYTES - this.#end < length) {
      this.#end = this.#chunks.length * CHUNK_BYTES
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES))
    }
    const place = this.#end
    const chunk = this.#chunks[place >>> CHUNK_SHIFT]
    chunk?.writeUInt16LE(length - 2, place % CHUNK_BYTES)
    chunk?.write(record, (place % CHUNK_BYTES) + 2)
    this.#end += length
    return place + 1
  }

  #read(at: number): string {
    const place = at - 1
    const [chunk, start] = [this.#chunks[place >>> CHUNK_SHIFT], place % CHUNK_BYTES]
    const length = chunk?.readUInt16LE(start) ?? 0
    return chunk?.subarray(start + 2, start + 2 + length).toString() ?? ''
  }

  #toLink(record: string): ShortLink {
    const [, id = '', site = '', url = '', ...subs] = record.split(SEPARATOR)
    const siteKey = this.#siteKeys[Number.parseInt(site, 36)] ?? ''
    return { linkId: BigInt(Number.parseInt(id, 36)), siteKey, url, subs: toSubIds(subs) }
  }

  #toSiteNumber(key: string): number {
    let number = this.#siteNumbers.get(key)
    if (number === undefined) {
      number = this.#siteKeys.push(key) - 1
      this.#siteNumbers.set(key, number)
    }
    return number
  }
}

function toSubIds(texts: readonly string[]): SubIds {
  const [sub1 = null, sub2 = null, sub3 = null, sub4 = null, sub5 = null] = texts.map((text) => text || null)
  return { sub1, sub2, sub3, sub4, sub5 }
}

/** FNV-1a. */
function hashEnding(ending: string): number {
  let hashed = 0x811c9dc5
  for (let at = 0; at < ending.length; at += 1) hashed = Math.imul(hashed ^ ending.charCodeAt(at), 0x01000193)
  return hashed >>> 0
}

/** The digest of an ending, which the table keeps when the link is deleted. */
export function digestEnding(ending: string): Buffer {
  return hash('sha256', ending, 'buffer')
}

function selectShortLinks(db: Db) {
  return db
    .selectFrom('shortLink')
    .innerJoin('site', 'site.id', 'shortLink.siteId')
    .select(['shortLink.id', 'site.key as siteKey', 'shortLink.ending', 'shortLink.destination'])
    .select(['sub1', 'sub2', 'sub3', 'sub4', 'sub5'])
    .where('shortLink.deletedAt', 'is', null)
    .orderBy('shortLink.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectShortLinks>['execute']>>[number]

function addRow(links: ShortLinks, row: Row): void {
  if (row.ending !== null) links.add(row.ending, toShortLink(row))
}

function toShortLink({ id, siteKey, destination, sub1, sub2, sub3, sub4, sub5 }: Row): ShortLink {
  const subs = toSubIds([sub1, sub2, sub3, sub4, sub5])
  return { linkId: id, siteKey, url: destination ?? '', subs }
}

/** Small enough that no redirect waits noticeably for a part. */
const PART_ROWS = 5000

/** Reads all links again if the database has others. */
export async function refreshShortLinks(db: Db, links: ShortLinks): Promise<void> {
  const { rows } = await sql<{ count: number; idSum: bigint }>`
    SELECT count(*)::int AS count, coalesce(sum(id), 0)::bigint AS id_sum
    FROM short_link WHERE deleted_at IS NULL`.execute(db)
  const { count, idSum } = links.digest
  if (rows[0]?.count === count && rows[0].idSum === idSum) return
  const fresh = new ShortLinks()
  for (let after = 0n; ;) {
    const part = await selectShortLinks(db).where('shortLink.id', '>', after).limit(PART_ROWS).execute()
    for (const row of part) addRow(fresh, row)
    after = part.at(-1)?.id ?? after
    if (part.length < PART_ROWS) break
  }
  links.become(fresh)
}

/** Reads the links with these endings and changes them in place. */
export async function updateShortLinks(db: Db, links: ShortLinks, endings: readonly string[]): Promise<void> {
  if (endings.length === 0) return
  const rows = await selectShortLinks(db).where('ending', 'in', endings).execute()
  for (const ending of endings) links.delete(ending)
  for (const row of rows) addRow(links, row)
}

/** Finds the link with a normalised ending in the database. */
export async function findShortLink(db: Db, ending: string): Promise<ShortLink | undefined> {
  const row = await selectShortLinks(db).where('digest', '=', digestEnding(ending)).executeTakeFirst()
  return row && toShortLink(row)
}
