/** An IP address. */
export interface IpAddress {
  version: 4 | 6
  /** Four of 8 bits, or eight of 16 bits. */
  groups: readonly number[]
}

/** All addresses that share their first `bits` with `address`. */
export interface IpRange {
  address: IpAddress
  bits: number
}

const OCTETS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const MAPPED = [0, 0, 0, 0, 0, 0xffff]

/**
 * Parses an IP address; returns `undefined` for other text. Drops the zone (`fe80::1%eth0`). Converts an IPv4-mapped
 * IPv6 address (`::ffff:203.0.113.9`) into the IPv4 address.
 */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) return parseIpv4(text)
  const [address = ''] = text.split('%')
  const groups = parseGroups(address)
  if (groups === undefined) return undefined
  if (!MAPPED.every((group, index) => groups[index] === group)) return { version: 6, groups }
  const [high = 0, low = 0] = groups.slice(6)
  return { version: 4, groups: [high >> 8, high & 0xff, low >> 8, low & 0xff] }
}

function parseIpv4(text: string): IpAddress | undefined {
  const groups = OCTETS.exec(text)?.slice(1).map(Number)
  return groups?.every((group) => group <= 0xff) ? { version: 4, groups } : undefined
}

/** Parses the eight groups of an IPv6 address. The last two may be written as IPv4. */
function parseGroups(text: string): number[] | undefined {
  const [head = '', tail, ...others] = text.split('::')
  const left = parsePart(head, tail === undefined)
  const right = tail === undefined ? [] : parsePart(tail, true)
  if (left === undefined || right === undefined || others.length > 0) return undefined
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return [...left, ...Array<number>(missing).fill(0), ...right]
}

/** Parses groups between colons. Only the end of an address may be written as IPv4. */
function parsePart(text: string, isEnd: boolean): number[] | undefined {
  if (text === '') return []
  const words = text.split(':')
  const ipv4 = isEnd ? parseIpv4(words.at(-1) ?? '') : undefined
  if (ipv4) words.pop()
  if (!words.every((word) => GROUP.test(word))) return undefined
  const groups = words.map((word) => Number.parseInt(word, 16))
  if (!ipv4) return groups
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.groups
  return [...groups, (a << 8) | b, (c << 8) | d]
}

/**
 * Returns the prefix of an address with the given number of bits, `203.0.113.0/24` or `2001:db8:1::/48`; `undefined`
 * when the text is not an address.
 */
export function truncateIp(text: string, bits: { ipv4: number; ipv6: number }): string | undefined {
  const address = parseIp(text)
  if (address === undefined) return undefined
  const kept = address.version === 4 ? bits.ipv4 : bits.ipv6
  const groups = address.groups.map((group, index) => group & buildMask(address.version, kept, index))
  if (address.version === 4) return `${groups.join('.')}/${kept}`
  while (groups.at(-1) === 0) groups.pop()
  const words = groups.map((group) => group.toString(16)).join(':')
  return `${words}${groups.length < 8 ? '::' : ''}/${kept}`
}

function buildMask(version: 4 | 6, bits: number, index: number): number {
  const size = version === 4 ? 8 : 16
  const ones = Math.min(size, Math.max(0, bits - index * size))
  return ((1 << ones) - 1) << (size - ones)
}

/** Returns whether an address is in a range. */
export function isInRange({ version, groups }: IpAddress, { address, bits }: IpRange): boolean {
  if (version !== address.version) return false
  return groups.every(
    (group, index) => ((group ^ (address.groups[index] ?? 0)) & buildMask(version, bits, index)) === 0,
  )
}

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Parses addresses, ranges (`10.0.0.0/8`) and the names `loopback`, `linklocal` and `uniquelocal`, separated by commas;
 * returns `undefined` when one of them is invalid.
 */
export function parseIpRanges(text: string): IpRange[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const ranges = parts.flatMap((part) => NAMED_RANGES[part] ?? [part]).map(parseRange)
  return ranges.every((range) => range !== undefined) ? ranges : undefined
}

function parseRange(text: string): IpRange | undefined {
  const [, typed = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = parseIp(typed)
  if (address === undefined) return undefined
  const maxBits = address.version === 4 ? 32 : 128
  // The prefix length of a mapped address refers to its IPv6 form.
  const bits = size === undefined ? maxBits : Number(size) - (address.version === 4 && typed.includes(':') ? 96 : 0)
  return bits >= 0 && bits <= maxBits ? { address, bits } : undefined
}

// Pages load a part of this module; the mark lets the build leave the ranges out.
const LOOPBACK = /* @__PURE__ */ parseIpRanges('loopback') ?? []

/** Returns whether a host is the loopback interface: `localhost`, or an address, in brackets or not. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true
  const address = parseIp(host.replace(/^\[(.*)\]$/, '$1'))
  return address !== undefined && LOOPBACK.some((range) => isInRange(address, range))
}

const NOT_PUBLIC_IPV4 =
  /^(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|22[4-9]|2[345]\d)\./

/**
 * Returns whether an IPv4 address, as `URL` normalises it, is public: not of this network, private, shared, loopback,
 * link-local, multicast or reserved. It uses a pattern to keep the bundle of the sign-up pages small.
 */
export function isPublicIpv4(text: string): boolean {
  return OCTETS.test(text) && !NOT_PUBLIC_IPV4.test(text)
}
