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
 * Reads an address; `undefined` when it is none. A zone (`fe80::1%eth0`) is left out, and an IPv4 address that is
 * mapped into IPv6 (`::ffff:203.0.113.9`) is the IPv4 address.
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

/** The eight groups of an IPv6 address, of which the last two may be written as IPv4. */
function parseGroups(text: string): number[] | undefined {
  const [head = '', tail, ...others] = text.split('::')
  const left = parsePart(head, tail === undefined)
  const right = tail === undefined ? [] : parsePart(tail, true)
  if (left === undefined || right === undefined || others.length > 0) return undefined
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return [...left, ...Array<number>(missing).fill(0), ...right]
}

/** Groups between colons; only at the end of an address may they end in IPv4. */
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
 * What is left of an address when only its first bits are kept, `203.0.113.0/24` or `2001:db8:1::/48`; `undefined` when
 * it is no address.
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

/** Whether an address lies in a range. */
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
 * Reads addresses, ranges (`10.0.0.0/8`) and the names `loopback`, `linklocal` and `uniquelocal`, separated by commas;
 * `undefined` when one of them is something else.
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
  const most = address.version === 4 ? 32 : 128
  // The bits of a mapped address count from the beginning of its IPv6 form.
  const bits = size === undefined ? most : Number(size) - (address.version === 4 && typed.includes(':') ? 96 : 0)
  return bits >= 0 && bits <= most ? { address, bits } : undefined
}

const LOOPBACK = parseIpRanges('loopback') ?? []

/** Whether a host, as an address (in brackets or not) or a name, means the machine itself. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true
  const address = parseIp(host.replace(/^\[(.*)\]$/, '$1'))
  return address !== undefined && LOOPBACK.some((range) => isInRange(address, range))
}

const NOT_PUBLIC_IPV4 =
  /^(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|22[4-9]|2[345]\d)\./

/**
 * Whether an IPv4 address, in the spelling that `URL` leaves, is public: not of this network, private, shared,
 * loopback, link-local, multicast or reserved. A pattern, because the pages of the sign-up carry it.
 */
export function isPublicIpv4(text: string): boolean {
  return OCTETS.test(text) && !NOT_PUBLIC_IPV4.test(text)
}
