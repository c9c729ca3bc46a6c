import type { IncomingHttpHeaders } from 'node:http'
import { isInRange, isLoopbackHost, parseIp, parseIpRanges } from '#kernel/ip.ts'
import type { Config } from '#platform/server/config.ts'

/** What the start and /readyz say when a proxy is in front and TRUST_PROXY does not name it. */
export const PROXY_WARNING =
  'TRUST_PROXY is not set, and a proxy seems to be in front: all visitors share its address, so their failed logins ' +
  'and rate limits count together, and clicks carry its IP prefix. Set TRUST_PROXY to the address of the proxy.'

/**
 * Returns whether the configuration shows that people reach the network through a proxy that TRUST_PROXY does not name:
 * the program itself does not speak https, and a loopback HOST has no other visitors.
 */
export function isProxyUnnamed({ publicUrl, trackingOrigin, host, trustProxy }: Config): boolean {
  if (trustProxy !== false) return false
  return [publicUrl, trackingOrigin].some((address) => {
    const { protocol, hostname } = new URL(address)
    return protocol === 'https:' || (isLoopbackHost(host) && !isLoopbackHost(hostname))
  })
}

const NEAR = parseIpRanges('loopback, linklocal, uniquelocal') ?? []

/** The parts of a request that show a proxy. */
interface ProxiedRequest {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/**
 * Notices a proxy that TRUST_PROXY does not name, by the configuration and by the requests that it forwards. Only a
 * proxy on this machine or in its private network counts, because any stranger can send `X-Forwarded-For`.
 */
export class ProxyWatch {
  readonly #isWatching: boolean
  #isUnnamed: boolean

  constructor(config: Config) {
    this.#isUnnamed = isProxyUnnamed(config)
    this.#isWatching = config.trustProxy === false
  }

  note({ headers, socket }: ProxiedRequest): void {
    if (!this.#isWatching || this.#isUnnamed || headers['x-forwarded-for'] === undefined) return
    const peer = parseIp(socket.remoteAddress ?? '')
    this.#isUnnamed = peer !== undefined && NEAR.some((range) => isInRange(peer, range))
  }

  listWarnings(): string[] {
    return this.#isUnnamed ? [PROXY_WARNING] : []
  }
}
