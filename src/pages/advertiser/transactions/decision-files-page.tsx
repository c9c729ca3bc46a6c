import { Anchor, Button } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/decision-files-page'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { listDecisionFilesCall } from '#domains/orders/transactions/contract/decision-file.ts'
import type { DecisionFileView } from '#domains/orders/transactions/contract/decision-file.ts'
import { downloadOpenOrdersCall } from '#domains/orders/transactions/contract/orders.ts'
import {
  listReasonAliasesCall,
  removeReasonAliasCall,
  saveReasonAliasCall,
} from '#domains/orders/transactions/contract/reason-aliases.ts'
import type { AliasReason } from '#domains/orders/transactions/rules/reason-aliases.ts'
import { FileBadge, useFileName } from '#domains/orders/transactions/web/decision-file-facts.tsx'
import { ReasonAliases } from '#domains/orders/transactions/web/reason-aliases.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

const DecisionFileForm = lazy(async () => ({
  default: (await import('#domains/orders/transactions/web/decision-file-form.tsx')).DecisionFileForm,
}))

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list } = readList(request, listOf(listDecisionFilesCall, '/brand/transactions/files'))
  const call = context.get(callContext)
  const [{ data }, aliases] = await Promise.all([call(listDecisionFilesCall, { query }), call(listReasonAliasesCall)])
  return {
    ...getPageMeta(context, 'decision-files.title', ['decision-files', 'transactions']),
    ...data,
    aliases: aliases.data,
    openOrders: downloadOpenOrdersCall.path,
    list,
    page: pageInSearch(query, 20),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const alias = readText(form, 'alias')
  return runIntent(context, form, {
    saveAlias: () => {
      return call(saveReasonAliasCall, { body: { alias, reason: readText(form, 'reason') as AliasReason } })
    },
    removeAlias: () => call(removeReasonAliasCall, { body: { alias } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function DecisionFilesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <DecisionFiles loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface DecisionFilesProps {
  loaded: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function DecisionFiles({ loaded, answer }: DecisionFilesProps) {
  const { files, list, count, page, aliases, openOrders } = loaded
  const t = useTexts('decision-files')
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <DownloadButton href={openOrders} rows={Infinity} label={t('openOrders')} />
            <Button component={Link} to="/brand/transactions/source" size="sm" variant="default">
              {t('source.link')}
            </Button>
          </>
        }
      />
      <Panel title={t('form.title')}>
        <TeamGate act="decide">
          <Suspense>
            <DecisionFileForm />
          </Suspense>
        </TeamGate>
      </Panel>
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={count}>
        <DataTable
          label={t('list.label')}
          columns={useColumns()}
          rows={files}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} />}
        />
      </ListPanel>
      <TeamGate act="decide">
        <ReasonAliases aliases={aliases} answer={answer} />
      </TeamGate>
    </>
  )
}

function useColumns(): Column<DecisionFileView>[] {
  const t = useTexts('decision-files')
  const getName = useFileName()
  return [
    {
      key: 'name',
      header: t('list.name'),
      isTitle: true,
      isRowLink: true,
      cell: (file) => (
        <Anchor component={Link} to={`/brand/transactions/files/${file.id}`} style={{ overflowWrap: 'anywhere' }}>
          {getName(file)}
        </Anchor>
      ),
    },
    { key: 'status', header: t('list.status'), place: 'status', cell: (file) => <FileBadge file={file} /> },
    { key: 'lines', header: t('list.lines'), align: 'end', cell: ({ lines }) => <NumberText value={lines} /> },
    {
      key: 'decided',
      header: t('list.decided'),
      align: 'end',
      cell: ({ figures }) => (figures ? <NumberText value={figures.decided - figures.reversed} /> : '–'),
    },
    {
      key: 'wrong',
      header: t('list.wrong'),
      align: 'end',
      cell: ({ figures }) => (figures ? <NumberText value={figures.refused} /> : '–'),
    },
    { key: 'sent', header: t('list.sent'), cell: ({ sent_at: at }) => <DateText value={at} withTime /> },
  ]
}
