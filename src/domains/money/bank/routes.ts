import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { confirmAccount, importBankFile } from './commands/import-bank-file.ts'
import { assignEntry, dismissEntry, linkEntry } from './commands/record-entries.ts'
import type { MatchedPayment } from './commands/record-entries.ts'
import * as calls from './contract.ts'
import { readNames } from '#domains/people/advertisers/queries.ts'
import { listAccounts } from './queries/accounts.ts'
import { findLastFetch, listWaiting } from './queries/entries.ts'
import { viewAccount, viewFetch, viewPayment, viewWaiting } from './views.ts'

/** The first payments of a file that are answered. */
const MAX_LISTED = 200

/** Whether a job fetches the file of the bank, and the account from which publishers are paid. */
interface BankParts {
  isFetched: boolean
  payingIban: string | undefined
}

/** The routes of the network's bank accounts. */
export function bankRoutes({ isFetched, payingIban }: BankParts): Route[] {
  return [
    route(calls.importBankFileCall, async (ctx, { params, query, file }) => {
      const options = { mode: params.mode, source: 'upload', payingIban, ...query } as const
      const { payments, choice, ...imported } = await importBankFile(ctx, file.read(), options)
      const listed = payments.slice(0, MAX_LISTED)
      const names = await readNames(
        ctx.db,
        listed.flatMap(({ advertiserId }) => advertiserId ?? []),
      )
      const count = (wanted: MatchedPayment['outcome']) => payments.filter(({ outcome }) => outcome === wanted).length
      return {
        ...SUCCESS,
        data: {
          matched: count('matched'),
          waiting: count('waiting'),
          known: count('known'),
          skipped: imported.skipped,
          unreadable: imported.unreadable.slice(0, MAX_LISTED),
          other_accounts: imported.otherAccounts.slice(0, MAX_LISTED),
          payments: listed.map((payment) => viewPayment(payment, names)),
        },
        choice,
      }
    }),
    route(calls.listBankEntriesCall, async (ctx, { query }) => {
      const [{ count, entries }, fetched, accounts] = await Promise.all([
        listWaiting(ctx.db, { page: toPage(query) }),
        findLastFetch(ctx.db),
        listAccounts(ctx.db),
      ])
      return {
        ...SUCCESS,
        data: {
          count,
          entries: entries.map(viewWaiting),
          accounts: accounts.map(viewAccount),
          is_fetched: isFetched,
          last_fetch: fetched ? viewFetch(fetched, ctx.locale) : null,
        },
      }
    }),
    route(calls.confirmBankAccountCall, async (ctx, { params, body }) => {
      await confirmAccount(ctx, { account: params.account, isOwn: body.is_own })
      return SUCCESS
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
