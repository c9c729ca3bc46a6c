import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { readLegalText } from '#texts/legal-texts.ts'
import { getLegalTextCall } from './contract.ts'
import { LEGAL_UPDATED_ON } from './rules.ts'

/** The texts that bind; `network` names the operator's network in them. */
export function legalRoutes(network: { name: string; supportEmail: string }): Route[] {
  return [
    route(getLegalTextCall, async (ctx, { params }) => {
      const text = readLegalText({ ...params, date: LEGAL_UPDATED_ON, locale: ctx.locale }, network)
      return { ...SUCCESS, data: { ...text, updated_on: LEGAL_UPDATED_ON } }
    }),
  ]
}
