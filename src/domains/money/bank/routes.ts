import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { assignEntry, dismissEntry, linkEntry, matchPayments, recordPayments } from './commands/record-entries.ts'
import type { MatchedPayment } from './commands/record-entries.ts'
import { readBankFile } from './commands/read-bank-file.ts'
import * as calls from './contract.ts'
import { readNames } from '#domains/people/advertisers/queries.ts'
import { findLastFetch, listAssignable, listWaiting } from './queries/entries.ts'
import { viewFetch, viewPayment, viewWaiting } from './views.ts'

/** The first payments of a file that are answered. */
const MAX_LISTED = 200

/** The routes of the network's bank account. */
export function bankRoutes({ isFetched }: { isFetched: boolean }): Route[] {
  return [
    route(calls.importBankFileCall, async (ctx, { params, file }) => {
      const { payments, skipped } = await readBankFile(file.read())
      const matched =
        params.mode === 'check'
          ? await matchPayments(ctx, payments)
          : await recordPayments(ctx, { payments, source: 'upload' })
      const listed = matched.slice(0, MAX_LISTED)
      const names = await readNames(
        ctx.db,
        listed.flatMap(({ advertiserId }) => advertiserId ?? []),
      )
      const count = (wanted: MatchedPayment['outcome']) => matched.filter(({ outcome }) => outcome === wanted).length
      return {
        ...SUCCESS,
        data: {
          matched: count('matched'),
          waiting: count('waiting'),
          known: count('known'),
          skipped,
          payments: listed.map((payment) => viewPayment(payment, names)),
        },
      }
    }),
    route(calls.listBankEntriesCall, async (ctx, { query }) => {
      const [{ count, entries }, advertisers, fetched] = await Promise.all([
        listWaiting(ctx.db, { page: toPage(query) }),
        listAssignable(ctx.db),
        findLastFetch(ctx.db),
      ])
      return {
        ...SUCCESS,
        data: {
          count,
          entries: entries.map(viewWaiting),
          advertisers: advertisers.map(({ id, name }) => ({ id: Number(id), name })),
          is_fetched: isFetched,
          last_fetch: fetched ? viewFetch(fetched, ctx.locale) : null,
        },
      }
    }),
    route(calls.assignBankEntryCall, async (ctx, { params, body }) => {
      const { advertiser_id: advertiserId, is_other: isOther } = body
      await assignEntry(ctx, { entryId: params.entry_id, advertiserId, isOther })
      return SUCCESS
    }),
    route(calls.linkBankEntryCall, async (ctx, { params }) => {
      await linkEntry(ctx, { entryId: params.entry_id })
      return SUCCESS
    }),
    route(calls.dismissBankEntryCall, async (ctx, { params, body }) => {
      await dismissEntry(ctx, { entryId: params.entry_id, note: body.note })
      return SUCCESS
    }),
  ]
}
