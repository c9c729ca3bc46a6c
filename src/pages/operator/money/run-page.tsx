import { Anchor, Group, Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link, redirect, redirectDocument } from 'react-router'
import type { Route } from './+types/run-page'
import * as contract from '#domains/money/payouts/contract/runs.ts'
import { DraftChangesPanels } from '#domains/money/payouts/web/draft-changes.tsx'
import { RunActions } from '#domains/money/payouts/web/run-actions.tsx'
import { RunBadge } from '#domains/money/payouts/web/run-badges.tsx'
import { RunFiles, RunHistory } from '#domains/money/payouts/web/run-facts.tsx'
import { ExclusionTable, PayoutTable } from '#domains/money/payouts/web/run-tables.tsx'
import { SettleActions } from '#domains/money/payouts/web/settle-actions.tsx'
import { toDay } from '#kernel/days.ts'
import { callContext, isDocumentRequest } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'

const ReportUpload = lazy(async () => ({
  default: (await import('#domains/money/payouts/web/report-upload.tsx')).ReportUpload,
}))

const PAGE_SIZE = 50

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const id = { run_id: params.runId }
  const { page_number = '1', view = 'payouts' } = readSearch(request) as { page_number?: string; view?: string }
  const query = { page_number, page_size: PAGE_SIZE }
  const [{ data }, list] = await Promise.all([
    call(contract.getRunCall, { params: id }),
    view === 'excluded'
      ? call(contract.listExclusionsCall, { params: id, query })
      : call(contract.listPayoutsCall, { params: id, query }),
  ])
  const rest = { list: list.data, page: Number(page_number), today: toDay(new Date()) }
  return { ...getPageMeta(context, 'runs.title', ['runs']), ...data, ...rest }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const id = { run_id: params.runId }
  const name = readText(form, 'name')
  return runIntent(context, form, {
    compute: () => call(contract.computeRunCall, { params: id }),
    approve: () => {
      const texts = { computed_at: readText(form, 'computed_at'), amount: readText(form, 'amount') }
      const body = { ...texts, seen_taken_back: readText(form, 'seen_taken_back') }
      return call(contract.approveRunCall, { params: id, body })
    },
    export: () => call(contract.exportRunCall, { params: id }),
    close: () => call(contract.closeRunCall, { params: id }),
    discard: async () => {
      await call(contract.discardRunCall, { params: id })
      throw redirect('/operator/money/runs', 303)
    },
    settle: () => {
      const [payout_id, amount, day] = ['payout_id', 'amount', 'day'].map((field) => readText(form, field))
      const texts = { reference: readText(form, 'reference'), reason: readText(form, 'reason') }
      const status = readText(form, 'status')
      return call(contract.settlePayoutCall, {
        params: id,
        body: { payout_id, amount, day, status, ...texts } as never,
      })
    },
    [`file ${name}`]: async () => {
      const ready = await call(contract.prepareRunFileCall, { params: { ...id, name } })
      // A browser without scripts opens the file; a script starts the download.
      if (isDocumentRequest(request)) throw redirectDocument(ready.path, 303)
      return ready
    },
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <RunView data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface RunProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function RunView({ data, answer }: RunProps) {
  const t = useTexts('runs')
  const { run } = data
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money/runs">{t('back')}</Link>}
        title={t('name', { month: useMonthName()(run.month) })}
        text={<RunBadge status={run.status} />}
        actions={
          <RunActions
            run={run}
            needsTypedSum={data.needs_typed_sum}
            needsMaker={data.needs_maker}
            changes={data.changes}
            answer={answer}
          />
        }
      />
      {run.is_advancing && <Text c="dimmed">{t(run.is_being_discarded ? 'discarding' : 'advancing')}</Text>}
      {data.needs_maker && <Text c="dimmed">{t('needsMaker')}</Text>}
      {answer?.ok && !answer.intent.startsWith('file ') && <FormMessage tone="good">{t('saved')}</FormMessage>}
      {data.changes && <DraftChangesPanels changes={data.changes} />}
      <StatRow>
        <StatCard label={t('column.amount')} value={<MoneyText amount={run.amount} />} />
        <StatCard label={t('column.payouts')} value={<NumberText value={run.payouts} />} />
        <StatCard label={t('exclusions.title')} value={<NumberText value={run.exclusions} />} />
      </StatRow>
      {data.files.length > 0 && <RunFiles files={data.files} answer={answer} />}
      <ListOfRun data={data} answer={answer} />
      <Exclusions data={data} />
      <RunHistory run={run} />
    </>
  )
}

/** The payouts of the run or, when the reader asked for them, the publishers whom it does not pay. */
function ListOfRun({ data: { run, list, page, today }, answer }: RunProps) {
  const t = useTexts('runs')
  const pages = <Paginator page={page} pageSize={PAGE_SIZE} count={list.count} />
  if ('exclusions' in list) {
    return (
      <Panel
        flush
        title={t('exclusions.title')}
        text={t('exclusions.text')}
        actions={
          <Anchor component={Link} to="?">
            {t('exclusions.hide')}
          </Anchor>
        }
      >
        <ExclusionTable exclusions={list.exclusions} />
        {pages}
      </Panel>
    )
  }
  const canSettle = run.exported_at !== null
  return (
    <Panel
      flush
      title={t('payouts.title')}
      actions={
        canSettle ? (
          <Suspense>
            <ReportUpload runId={run.id} />
          </Suspense>
        ) : undefined
      }
    >
      <PayoutTable
        payouts={list.payouts}
        renderActions={(payout) => <SettleActions payout={payout} today={today} answer={answer} />}
      />
      {pages}
    </Panel>
  )
}

function Exclusions({ data: { run, list, by_reason } }: Pick<RunProps, 'data'>) {
  const t = useTexts('runs')
  if (by_reason.length === 0 || 'exclusions' in list) return null
  return (
    <Panel
      title={t('exclusions.title')}
      text={t('exclusions.text')}
      actions={
        <Anchor component={Link} to="?view=excluded">
          {t('exclusions.show', { count: run.exclusions })}
        </Anchor>
      }
    >
      <Facts
        facts={by_reason.map(
          ({ reason, publishers, amount }) =>
            [
              t(`reason.${reason}`),
              <Group key={reason} gap="xs">
                <span>{t('exclusions.publishers', { count: publishers })}</span>·
                <MoneyText amount={amount} />
              </Group>,
            ] as const,
        )}
      />
    </Panel>
  )
}
