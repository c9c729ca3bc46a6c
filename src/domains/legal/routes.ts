import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { readLegalText } from '#texts/legal-texts.ts'
import { getLegalTextCall } from './contract.ts'
import { LEGAL_UPDATED_ON } from './rules.ts'

/** The routes of the legal texts; `network` fills in the network's name and support address. */
export function legalRoutes(network: { name: string; supportEmail: string }): Route[] {
  return [
    route(getLegalTextCall, async (ctx, { params }) => {
      const text = readLegalText({ ...params, date: LEGAL_UPDATED_ON, locale: ctx.locale }, network)
      return { ...SUCCESS, data: { ...text, updated_on: LEGAL_UPDATED_ON } }
    }),
  ]
}
