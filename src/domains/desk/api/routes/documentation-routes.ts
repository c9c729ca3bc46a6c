import type { Endpoint } from '#kernel/endpoint.ts'
import { describeApi } from '#platform/server/http/openapi.ts'
import type { ApiTexts } from '#platform/server/http/openapi.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { loadTexts } from '#texts/catalogue.ts'
import { LOCALES } from '#texts/texts.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { describeApiCall } from '../contract/documentation.ts'

/** The addresses of the pages and of tracking, without a trailing slash. */
interface Origins {
  publicUrl: string
  trackingOrigin: string
}

/** The route of the OpenAPI document. It describes the given endpoints and itself. */
export function documentationRoutes(endpoints: readonly Endpoint[], origins: Origins): Route[] {
  const texts = loadTexts()
  const all = [...endpoints, describeApiCall]
  const descriptions = new Map(
    LOCALES.map((locale) => {
      const { operations, fields } = texts(locale, ['api-calls'])['api-calls'] as unknown as ApiTexts
      return [locale, describeApi(all, { ...origins, texts: { operations, fields } })]
    }),
  )
  return [route(describeApiCall, async (ctx) => descriptions.get(ctx.locale) as ReplyOf<typeof describeApiCall>)]
}
