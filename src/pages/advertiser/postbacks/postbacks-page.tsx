import { Box, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/postbacks-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readSearch } from '#platform/web/search.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Facts } from '#ui/facts.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { listPostbacksCall } from '#domains/transactions/contract/calls.ts'
import type { PostbackView } from '#domains/transactions/contract/calls.ts'
import { POSTBACK_RESULTS } from '#domains/transactions/contract/vocabulary.ts'

const BADGES = {
  recorded: 'RECORDED',
  duplicate: 'DUPLICATE',
  rejected: 'REJECTED',
  accepted: 'ACCEPTED',
  decided: 'DECIDED',
  unchanged: 'UNCHANGED',
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readSearch(request)
  const { data } = await context.get(callContext)(listPostbacksCall, { query })
  const pageMeta = getPageMeta(context, 'transactions.postbacks.title', ['transactions'])
  return {
    ...data,
    result: String(query.result ?? ''),
    ...pageMeta,
    texts: { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) },
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function PostbacksPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Postbacks {...loaderData} />
    </TextsProvider>
  )
}

function Postbacks({ postbacks, result }: Route.ComponentProps['loaderData']) {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const columns = useColumns()
  const codeSamplesLink = (
    <Button component={Link} to="/brand" variant="default">
      {t('postbacks.codeSamples')}
    </Button>
  )
  const options = [
    { value: '', label: t('postbacks.all') },
    ...POSTBACK_RESULTS.map((value) => ({ value, label: ui(`status.${BADGES[value]}`) })),
  ]
  return (
    <>
      <PageHeader title={t('postbacks.title')} text={t('postbacks.text')} actions={codeSamplesLink} />
      <Panel
        flush
        title={t('postbacks.label')}
        actions={
          <FilterBar fields={['result']}>
            <FilterSelect name="result" label={t('postbacks.result')} value={result} options={options} />
          </FilterBar>
        }
      >
        <DataTable
          label={t('postbacks.label')}
          columns={columns}
          rows={postbacks}
          rowKey={(row) => row.id}
          empty={
            <EmptyState
              title={result === '' ? t('postbacks.empty') : t('postbacks.emptyFiltered')}
              text={t('postbacks.emptyText')}
              action={codeSamplesLink}
            />
          }
        />
      </Panel>
    </>
  )
}

function useColumns(): Column<PostbackView>[] {
  const t = useTexts('transactions')
  const errorText = useTexts('errors')
  return [
    { key: 'received', header: t('column.received'), cell: (row) => <DateText value={row.received_at} withTime /> },
    { key: 'order', header: t('column.order'), isTitle: true, cell: (row) => row.order_id ?? t('list.noPage') },
    { key: 'amount', header: t('column.amount'), align: 'end', cell: (row) => row.amount ?? '–' },
    { key: 'way', header: t('column.way'), cell: (row) => t(`channel.${row.channel}`) },
    {
      key: 'answer',
      header: t('column.answer'),
      cell: (row) => (
        <CellText details={[row.reason !== null && errorText(`postback.${row.reason}`)]}>
          <StatusBadge status={BADGES[row.result]} />
        </CellText>
      ),
    },
    {
      key: 'parameters',
      header: t('postbacks.parameters'),
      cell: ({ parameters }) =>
        parameters === null ? (
          <Text c="dimmed">{t('postbacks.removed')}</Text>
        ) : (
          <details>
            <Text component="summary" c="dimmed">
              {t('postbacks.parameters')}
            </Text>
            <Box maw="26rem" mt="xs" ff="monospace" ta="start">
              <Facts facts={Object.entries(parameters)} />
            </Box>
          </details>
        ),
    },
  ]
}
