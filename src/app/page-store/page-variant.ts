import type { IncomingHttpHeaders } from 'node:http'
import { BoundedCache } from '#kernel/bounded-cache.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import type { PageVariant } from '#platform/web/call-context.ts'
import { schemeFrom } from '#platform/web/color-scheme.ts'
import { readConsent } from '#platform/web/consent.ts'
import { isPhone } from '#platform/web/phone.ts'

/** Reading a user agent takes longer than answering with a kept page. */
const phones = new BoundedCache<boolean>({ maxEntries: 4096, maxBytes: 1_000_000 })

/** Reads which variant of its pages a request asks for. */
export function readVariant(request: { url?: string | undefined; headers: IncomingHttpHeaders }): PageVariant {
  const { cookie, 'sec-gpc': gpc, 'user-agent': userAgent = '' } = request.headers
  return {
    locale: readLocale(request),
    scheme: schemeFrom(cookie),
    consent: readConsent({ cookie, gpc }),
    isPhone: readPhone(userAgent),
  }
}

function readPhone(userAgent: string): boolean {
  const known = phones.get(userAgent)
  if (known !== undefined) return known
  const read = isPhone(userAgent)
  phones.set(userAgent, read)
  return read
}
