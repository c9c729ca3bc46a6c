import type { Route } from './+types/transaction-page'
import { callContext } from '#platform/web/call-context.ts'
import { titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getReviewTransactionCall } from '#domains/orders/transactions/contract/calls.ts'
import { decideTransactionsCall } from '#domains/orders/transactions/contract/decisions.ts'
import { noteReviewTransactionCall } from '#domains/orders/transactions/contract/notes.ts'
import { submitReview } from '#domains/orders/transactions/web/decision-form.ts'
import { ReviewDrawer } from '#domains/orders/transactions/web/review-drawer.tsx'
import { getTimelineMeta } from '#domains/orders/transactions/web/timeline-meta.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getReviewTransactionCall, {
    params: { publisher_id: params.publisherId, transaction_id: params.transactionId },
  })
  return { timeline: data, ...getTimelineMeta(context, data, { title: 'transactions.review.title' }) }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const ids = { publisher_id: params.publisherId, transaction_id: params.transactionId }
  return submitReview(request, context, {
    decide: (body) => call(decideTransactionsCall, { body }),
    note: (text) => call(noteReviewTransactionCall, { params: ids, body: { text } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ReviewTransactionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { transaction } = loaderData.timeline
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReviewDrawer
        listPath="/operator/transactions"
        text={`${transaction.advertiser_name} · ${transaction.publisher_name}`}
        timeline={loaderData.timeline}
        answer={actionData}
      />
    </TextsProvider>
  )
}
