import { createHmac } from 'node:crypto'
import { truncateIp } from '#kernel/ip.ts'

/** Builds a rate-limit key that stores no personal data: the purpose and a keyed hash, `login:…`. */
export function rateKey(secret: Buffer, purpose: string, ...personal: string[]): string {
  const hash = createHmac('sha256', secret).update([purpose, ...personal].join('\n'))
  return `${purpose}:${hash.digest('base64url').slice(0, 22)}`
}

/**
 * Returns the address that attempts count for: a single IPv4 address, or the /64 of an IPv6 address, because providers
 * give a customer a whole /64.
 */
export function toRateAddress(ip: string): string {
  return truncateIp(ip, { ipv4: 32, ipv6: 64 }) ?? ip
}
