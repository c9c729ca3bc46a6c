import { fileURLToPath } from 'node:url'
import { open } from 'maxmind'
import type { Response } from 'maxmind'
import { BoundedCache } from '#kernel/bounded-cache.ts'
import { isInRange, parseIp, parseIpRanges } from '#kernel/ip.ts'

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Finds the country (ISO 3166-1 alpha-2) of an IP prefix such as `203.0.113.0/24`; null where the table has none. */
export type FindCountry = (ipPrefix: string) => string | null

/** Reads the table of countries into memory, some 8 MB. */
export async function openCountryTable(): Promise<FindCountry> {
  const table = await open<Response>(fileURLToPath(import.meta.resolve(TABLE)))
  const cached = new BoundedCache<string | null>({ maxEntries: 8192, maxBytes: 2_000_000 })
  return (ipPrefix) => {
    const known = cached.get(ipPrefix)
    if (known !== undefined) return known
    const address = ipPrefix.slice(0, ipPrefix.indexOf('/'))
    const row = isPrivate(address) ? null : (table.get(address) as { country_code?: string } | null)
    const country = row?.country_code ?? null
    cached.set(ipPrefix, country)
    return country
  }
}

const PRIVATE_RANGES = parseIpRanges('loopback, linklocal, uniquelocal') ?? []

/** The table names countries for some private ranges, which have none. */
function isPrivate(text: string): boolean {
  const address = parseIp(text)
  return address === undefined || PRIVATE_RANGES.some((range) => isInRange(address, range))
}
