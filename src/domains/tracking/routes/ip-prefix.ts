import { BlockList, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { PreRouterRequest } from '#platform/server/http/pre-router.ts'
import { networkOf } from '../rules/visitor.ts'

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Answers the network (see `networkOf`) that a request comes from: the socket's, or, when that is a trusted proxy, the
 * nearest address in `X-Forwarded-For` that is none. `trustProxy` is the configuration's: addresses, ranges and names,
 * or false.
 */
export function createNetworkReader(trustProxy: string | false): (request: PreRouterRequest) => string | undefined {
  const bySocket = new WeakMap<Socket, string | undefined>()
  const ofSocket = ({ socket }: PreRouterRequest) => {
    if (!bySocket.has(socket)) bySocket.set(socket, networkOf(socket.remoteAddress ?? ''))
    return bySocket.get(socket)
  }
  if (trustProxy === false) return ofSocket
  const trusted = rangesOf(trustProxy)
  return (request) => {
    const forwarded = request.headers['x-forwarded-for']
    if (typeof forwarded !== 'string' || !isTrusted(trusted, request.socket.remoteAddress ?? ''))
      return ofSocket(request)
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return networkOf(hops.findLast((hop) => !isTrusted(trusted, hop)) ?? hops[0] ?? '')
  }
}

function rangesOf(trustProxy: string): BlockList {
  const ranges = new BlockList()
  for (const part of trustProxy.split(',').map((text) => text.trim())) {
    for (const range of NAMED_RANGES[part] ?? [part]) addRange(ranges, range)
  }
  return ranges
}

function addRange(ranges: BlockList, range: string): void {
  const [address = '', bits] = range.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  ranges.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
}

function isTrusted(ranges: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && ranges.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
