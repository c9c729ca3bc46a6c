import { Stack } from '@mantine/core'
import type { Route } from './+types/transaction-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import { titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { RouteDrawer } from '#ui/route-drawer.tsx'
import { explainTransactionCall } from '#domains/money/payouts/contract/explanation.ts'
import { ExplanationPanel } from '#domains/money/payouts/web/explanation-panel.tsx'
import { getTransactionCall } from '#domains/orders/transactions/contract/calls.ts'
import { noteTransactionCall } from '#domains/orders/transactions/contract/notes.ts'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { getTimelineMeta } from '#domains/orders/transactions/web/timeline-meta.ts'
import { TimelineView } from '#domains/orders/transactions/web/transaction-timeline.tsx'
import { TransactionHistory } from '#domains/orders/transactions/web/review-drawer.tsx'
import { StatusCell } from '#domains/orders/transactions/web/status-cell.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const ofTransaction = { params: { transaction_id: params.transactionId } }
  // A sub-account sees no payments.
  const isOwner = context.get(sessionContext).actor?.subAccount === undefined
  const [{ data }, explanation] = await Promise.all([
    call(getTransactionCall, ofTransaction),
    isOwner ? call(explainTransactionCall, ofTransaction) : undefined,
  ])
  const meta = getTimelineMeta(context, data, { title: 'transactions.list.title', others: ['statements'] })
  return { timeline: data, explanation: explanation?.data, canNote: isOwner, ...meta }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const ofTransaction = { transaction_id: params.transactionId }
  return runIntent(context, await readForm(request, context), {
    [NOTE_INTENT]: (form) =>
      call(noteTransactionCall, { params: ofTransaction, body: { text: readText(form, 'text') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TransactionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Transaction loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface TransactionProps {
  loaded: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function Transaction({ loaded: { timeline, explanation, canNote }, answer }: TransactionProps) {
  const t = useTexts('transactions')
  const { transaction } = timeline
  return (
    <RouteDrawer
      listPath="/transactions"
      title={t('timeline.title', { order: transaction.order_id })}
      text={transaction.advertiser_name}
      actions={<StatusCell transaction={transaction} />}
    >
      <Stack gap="lg">
        {explanation && <ExplanationPanel explanation={explanation} />}
        {canNote ? <TransactionHistory timeline={timeline} answer={answer} /> : <TimelineView timeline={timeline} />}
      </Stack>
    </RouteDrawer>
  )
}
