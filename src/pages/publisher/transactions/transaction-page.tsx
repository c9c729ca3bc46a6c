import { Link } from 'react-router'
import type { Route } from './+types/transaction-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { explainTransactionCall } from '#domains/payouts/contract/explanation.ts'
import { ExplanationPanel } from '#domains/payouts/web/explanation-panel.tsx'
import { getTransactionCall } from '#domains/transactions/contract/calls.ts'
import { TimelineView } from '#domains/transactions/web/transaction-timeline.tsx'
import { StatusCell } from '#domains/transactions/web/status-cell.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const ofTransaction = { params: { transaction_id: params.transactionId } }
  // A sub-account sees no payments.
  const isOwner = context.get(sessionContext).actor?.subAccount === undefined
  const [{ data }, explanation] = await Promise.all([
    call(getTransactionCall, ofTransaction),
    isOwner ? call(explainTransactionCall, ofTransaction) : undefined,
  ])
  const pageMeta = getPageMeta(context, 'transactions.list.title', ['transactions', 'hits', 'statements'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { timeline: data, explanation: explanation?.data, ...pageMeta, texts }
}

export const meta: Route.MetaFunction = titleMeta

export default function TransactionPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Transaction {...loaderData} />
    </TextsProvider>
  )
}

function Transaction({ timeline, explanation }: Route.ComponentProps['loaderData']) {
  const t = useTexts('transactions')
  const { transaction } = timeline
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/transactions">{t('timeline.back')}</Link>}
        title={t('timeline.title', { order: transaction.order_id })}
        text={transaction.advertiser_name}
        actions={<StatusCell transaction={transaction} />}
      />
      {explanation && <ExplanationPanel explanation={explanation} />}
      <Panel>
        <TimelineView timeline={timeline} />
      </Panel>
    </>
  )
}
