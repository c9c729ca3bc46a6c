import { Link } from 'react-router'
import type { Route } from './+types/transaction-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getReviewTransactionCall } from '#domains/transactions/contract/calls.ts'
import { TimelineView } from '#domains/transactions/web/transaction-timeline.tsx'
import { decideAction } from './decide.server-actions.ts'
import { DecisionButtons } from '#domains/transactions/web/decision-bar.tsx'
import { DecisionResult } from '#domains/transactions/web/decision-result.tsx'
import { StatusCell } from '#domains/transactions/web/status-cell.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getReviewTransactionCall, {
    params: { publisher_id: params.publisherId, transaction_id: params.transactionId },
  })
  const pageMeta = getPageMeta(context, 'transactions.review.title', ['transactions', 'hits'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { timeline: data, ...pageMeta, texts }
}

export const action = ({ request, context }: Route.ActionArgs) => decideAction(request, context)

export const meta: Route.MetaFunction = titleMeta

export default function ReviewTransactionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReviewTransaction timeline={loaderData.timeline} result={actionData} />
    </TextsProvider>
  )
}

interface Props {
  timeline: Route.ComponentProps['loaderData']['timeline']
  result: Route.ComponentProps['actionData']
}

function ReviewTransaction({ timeline, result }: Props) {
  const t = useTexts('transactions')
  const { transaction } = timeline
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/transactions">{t('timeline.back')}</Link>}
        title={t('timeline.title', { order: transaction.order_id })}
        text={`${transaction.advertiser_name} · ${transaction.publisher_name}`}
        actions={<DecisionButtons chosen={[transaction]} result={result} />}
      />
      <DecisionResult result={result} />
      <Panel actions={<StatusCell transaction={transaction} />}>
        <TimelineView timeline={timeline} />
      </Panel>
    </>
  )
}
