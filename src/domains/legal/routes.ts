import { SUCCESS } from '#kernel/endpoint.ts'
import type { Config } from '#platform/server/config.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { readLegalText } from '#texts/legal-texts.ts'
import { getLegalTextCall } from './contract.ts'
import { LEGAL_UPDATED_ON } from './rules.ts'

/** The routes of the legal texts; `config` fills in the network's name, its support address and its periods. */
export function legalRoutes({ network, retention }: Pick<Config, 'network' | 'retention'>): Route[] {
  const facts = { name: network.name, supportEmail: network.supportEmail, periods: { ...retention } }
  return [
    route(getLegalTextCall, async (ctx, { params }) => {
      const text = readLegalText({ ...params, date: LEGAL_UPDATED_ON, locale: ctx.locale }, facts)
      return { ...SUCCESS, data: { ...text, updated_on: LEGAL_UPDATED_ON } }
    }),
  ]
}
