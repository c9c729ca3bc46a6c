import { SUCCESS } from '#kernel/endpoint.ts'
import { invalidField } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { importRates } from './commands/import-rates.ts'
import { enterRate } from './commands/record-rates.ts'
import * as calls from './contract.ts'
import { listRates, readLastFetch } from './queries.ts'
import { MAX_RATE_ERRORS, parseRate } from './rules.ts'
import { viewFetch, viewRate } from './views.ts'

/** The routes of the exchange domain. `isFetched` says whether a job fetches rates. */
export function exchangeRoutes({ isFetched }: { isFetched: boolean }): Route[] {
  return [
    route(calls.listRatesCall, async (ctx, { query }) => {
      const filter = { currency: query.currency.toUpperCase() || undefined, until: query.until || undefined }
      const [{ count, rates }, last] = await Promise.all([
        listRates(ctx.db, filter, toPage(query)),
        readLastFetch(ctx.db),
      ])
      const fetching = { is_fetched: isFetched, last_fetch: last ? viewFetch(last) : null }
      return { ...SUCCESS, data: { count, rates: rates.map(viewRate), ...fetching } }
    }),
    route(calls.enterRateCall, async (ctx, { body }) => {
      const rate = parseRate(body.rate)
      if (rate === undefined) throw invalidField('rate', { code: 'exchange.rate' })
      const { day, is_confirmed: isConfirmed } = body
      const { added } = await enterRate(ctx, { day, currency: body.currency.toUpperCase(), rate, isConfirmed })
      return { ...SUCCESS, is_added: added > 0 }
    }),
    route(calls.importRatesCall, async (ctx, { params, query, file }) => {
      const isConfirmed = params.mode === 'confirm'
      const { errors, canConfirm, ...others } = await importRates(ctx, file.read(), { isConfirmed, ...query })
      return {
        success: errors.length === 0,
        ...others,
        errors: errors.map(({ line, column, ...error }) => ({ line, column, message: errorText(ctx.locale, error) })),
        can_confirm: canConfirm,
        has_more: errors.length >= MAX_RATE_ERRORS,
      }
    }),
  ]
}
