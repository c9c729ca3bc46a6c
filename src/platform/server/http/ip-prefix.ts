import type { Socket } from 'node:net'
import { isInRange, parseIp, parseIpRanges, truncateIp } from '#kernel/ip.ts'
import type { IpRange } from '#kernel/ip.ts'
import type { PreRouterRequest } from './pre-router.ts'

/** The length of the IP prefix that is kept of a visitor's address. */
const KEPT_BITS = { ipv4: 24, ipv6: 48 }

/**
 * Creates a function that returns the IP prefix of a request, `203.0.113.0/24` or `2001:db8:1::/48`. It uses the
 * address of the socket; if that is a trusted proxy, it uses the last address in `X-Forwarded-For` that is not one.
 * `trustProxy` comes from the configuration: addresses, ranges and names, or false. The prefix is `undefined` when
 * there is no address.
 */
export function createIpPrefixReader(trustProxy: string | false): (request: PreRouterRequest) => string | undefined {
  const bySocket = new WeakMap<Socket, string | undefined>()
  const readFromSocket = ({ socket }: PreRouterRequest) => {
    if (!bySocket.has(socket)) bySocket.set(socket, truncateIp(socket.remoteAddress ?? '', KEPT_BITS))
    return bySocket.get(socket)
  }
  if (trustProxy === false) return readFromSocket
  const trusted = parseIpRanges(trustProxy) ?? []
  return (request) => {
    const forwarded = request.headers['x-forwarded-for']
    if (typeof forwarded !== 'string' || !isTrusted(trusted, request.socket.remoteAddress ?? ''))
      return readFromSocket(request)
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return truncateIp(hops.findLast((hop) => !isTrusted(trusted, hop)) ?? hops[0] ?? '', KEPT_BITS)
  }
}

/**
 * Creates a function that returns the IP prefix of a connection; `undefined` for a trusted proxy, whose connections
 * carry the requests of many visitors.
 */
export function createPeerPrefixReader(trustProxy: string | false): (socket: Socket) => string | undefined {
  const trusted = trustProxy === false ? [] : (parseIpRanges(trustProxy) ?? [])
  return ({ remoteAddress = '' }) =>
    isTrusted(trusted, remoteAddress) ? undefined : truncateIp(remoteAddress, KEPT_BITS)
}

function isTrusted(ranges: readonly IpRange[], text: string): boolean {
  const address = parseIp(text)
  return address !== undefined && ranges.some((range) => isInRange(address, range))
}
