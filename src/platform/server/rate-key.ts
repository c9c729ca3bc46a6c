import { createHmac } from 'node:crypto'
import { truncateIp } from '#kernel/ip.ts'

/** A rate-limit key that counts what somebody does without storing who it is: `login:…`, the rest a keyed hash. */
export function rateKey(secret: Buffer, purpose: string, ...personal: string[]): string {
  const hash = createHmac('sha256', secret).update([purpose, ...personal].join('\n'))
  return `${purpose}:${hash.digest('base64url').slice(0, 22)}`
}

/** The address that attempts count for: IPv4 as it is, IPv6 its /64, because one customer has all of that. */
export function toRateAddress(ip: string): string {
  return truncateIp(ip, { ipv4: 32, ipv6: 64 }) ?? ip
}
