import type { Socket } from 'node:net'
import { isInRange, parseIp, parseIpRanges, truncateIp } from '#kernel/ip.ts'
import type { IpRange } from '#kernel/ip.ts'
import type { PreRouterRequest } from './pre-router.ts'

/** All that is kept of a visitor's address. */
const KEPT_BITS = { ipv4: 24, ipv6: 48 }

/**
 * Answers the truncated address that a request comes from, `203.0.113.0/24` or `2001:db8:1::/48`: the socket's, or,
 * when that is a trusted proxy, the nearest address in `X-Forwarded-For` that is none. `trustProxy` is the
 * configuration's: addresses, ranges and names, or false. The answer is undefined when there is no address.
 */
export function createIpPrefixReader(trustProxy: string | false): (request: PreRouterRequest) => string | undefined {
  const bySocket = new WeakMap<Socket, string | undefined>()
  const ofSocket = ({ socket }: PreRouterRequest) => {
    if (!bySocket.has(socket)) bySocket.set(socket, truncateIp(socket.remoteAddress ?? '', KEPT_BITS))
    return bySocket.get(socket)
  }
  if (trustProxy === false) return ofSocket
  const trusted = parseIpRanges(trustProxy) ?? []
  return (request) => {
    const forwarded = request.headers['x-forwarded-for']
    if (typeof forwarded !== 'string' || !isTrusted(trusted, request.socket.remoteAddress ?? ''))
      return ofSocket(request)
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return truncateIp(hops.findLast((hop) => !isTrusted(trusted, hop)) ?? hops[0] ?? '', KEPT_BITS)
  }
}

function isTrusted(ranges: readonly IpRange[], text: string): boolean {
  const address = parseIp(text)
  return address !== undefined && ranges.some((range) => isInRange(address, range))
}
