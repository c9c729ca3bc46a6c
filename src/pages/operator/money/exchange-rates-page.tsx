import { Link } from 'react-router'
import type { Route } from './+types/exchange-rates-page'
import { enterRateCall, listRatesCall } from '#domains/books/exchange-rates/contract.ts'
import { FetchPanel } from '#domains/books/exchange-rates/web/fetch-panel.tsx'
import { ImportRatesButton } from '#domains/books/exchange-rates/web/import-button.tsx'
import { useRateColumns } from '#domains/books/exchange-rates/web/rate-columns.tsx'
import { listWithoutRateCall } from '#domains/orders/transactions/contract/without-rate.ts'
import { WithoutRatePanel } from '#domains/orders/transactions/web/without-rate-panel.tsx'
import { toDay } from '#kernel/days.ts'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateField } from '#ui/date-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CheckboxField, TextField } from '#ui/fields.tsx'
import { FilterBar, FilterField } from '#ui/filter-bar.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { list, ...read } = readList(request, listOf(listRatesCall, '/operator/money/exchange-rates'))
  const query = read.query as Record<string, string>
  const [{ data }, { data: orders }] = await Promise.all([call(listRatesCall, { query }), call(listWithoutRateCall)])
  const page = pageInSearch(query, 20)
  return {
    ...getPageMeta(context, 'exchange-rates.title', ['exchange-rates']),
    data,
    orders,
    list,
    query,
    page,
    today: toDay(new Date()),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    enter: () =>
      call(enterRateCall, {
        body: {
          day: readText(form, 'day'),
          currency: readText(form, 'currency'),
          rate: readText(form, 'rate'),
          is_confirmed: readText(form, 'is_confirmed') === 'on',
        },
      }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ExchangeRatesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ExchangeRates loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface RatesProps {
  loaded: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function ExchangeRates({ loaded: { data, orders, list, query, page, today }, answer }: RatesProps) {
  const t = useTexts('exchange-rates')
  const isFiltered = query.currency !== undefined || query.until !== undefined
  const filters = (
    <FilterBar fields={['currency', 'until']}>
      <FilterField name="currency" label={t('column.currency')} defaultValue={query.currency} placeholder="EUR" />
      <FilterField name="until" label={t('until')} defaultValue={query.until} placeholder={today} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{t('money')}</Link>}
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <ImportRatesButton />
            <EnterAction today={today} answer={answer} />
          </>
        }
      />
      {answer?.ok && (
        <FormMessage tone="good">
          {t((answer.reply as { is_added: boolean }).is_added ? 'enter.done' : 'enter.unchanged')}
        </FormMessage>
      )}
      <WithoutRatePanel waiting={orders.waiting} count={orders.count} />
      <FetchPanel isFetched={data.is_fetched} lastFetch={data.last_fetch} />
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={data.count} filters={filters}>
        <DataTable
          label={t('title')}
          columns={useRateColumns()}
          rows={data.rates}
          rowKey={({ id }) => id}
          empty={
            isFiltered ? (
              <EmptyState art="search" title={t('empty.search')} text={t('empty.searchText')} />
            ) : (
              <EmptyState title={t('empty.title')} text={t('empty.text')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}

function EnterAction({ today, answer }: { today: string; answer: IntentAnswer | undefined }) {
  const t = useTexts('exchange-rates')
  const result = answerTo(answer, 'enter')
  return (
    <ConfirmAction
      label={t('enter.open')}
      title={t('enter.title')}
      text={t('enter.text')}
      confirmLabel={t('enter.send')}
      intent="enter"
      result={result}
    >
      <TextField name="currency" label={t('enter.currency')} maxLength={3} required data-autofocus />
      <DateField name="day" label={t('enter.day')} today={today} defaultValue={today} />
      <TextField
        name="rate"
        label={t('enter.rate')}
        description={t('enter.rateHint')}
        inputMode="decimal"
        maxLength={20}
        required
      />
      {result?.ok === false && result.errors['is_confirmed'] !== undefined && (
        <CheckboxField name="is_confirmed" label={t('enter.confirm')} />
      )}
    </ConfirmAction>
  )
}
