import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 ranges that are not public: IANA special-purpose addresses, multicast, reserved, and a metadata service. */
const REFUSED_IPV4 = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by a carrier (CGNAT)'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'metadata of Azure'],
  ['169.254.0.0', 16, 'link-local, metadata of most clouds'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'IETF protocols, metadata of Oracle'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
] as const

/**
 * The only IPv6 range with public addresses. Loopback, mapped and compatible IPv4, NAT64, unique local, link-local,
 * site-local and multicast addresses are outside.
 */
const GLOBAL_IPV6 = ['2000::', 3] as const

/** The parts of the global range that are not public. */
const REFUSED_IPV6 = [
  ['2001::', 23, 'IETF protocols: Teredo, benchmarks, ORCHID'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4, which embeds any IPv4 address'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
] as const

const refused = new BlockList()
for (const [address, bits] of REFUSED_IPV4) refused.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of REFUSED_IPV6) refused.addSubnet(address, bits, 'ipv6')

const global = new BlockList()
global.addSubnet(...GLOBAL_IPV6, 'ipv6')

/**
 * Tells whether an IP address belongs to a public server. Other text is not public. An IPv4 address inside of an IPv6
 * address is not public either, whichever it is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4')
  return isIPv6(address) && global.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
