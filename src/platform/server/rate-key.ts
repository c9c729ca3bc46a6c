import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A rate-limit key that counts what somebody does without storing who it is: `login:…`, the rest a keyed hash. */
export function rateKey(secret: Buffer, purpose: string, ...personal: string[]): string {
  const hash = createHmac('sha256', secret).update([purpose, ...personal].join('\n'))
  return `${purpose}:${hash.digest('base64url').slice(0, 22)}`
}

/** The network that an address counts for: IPv4 as it is, IPv6 its /64, because one customer has all of that. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  const mapped = address.replace(/^::ffff:/i, '')
  if (isIPv4(mapped)) return mapped
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
