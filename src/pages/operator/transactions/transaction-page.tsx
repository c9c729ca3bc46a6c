import type { Route } from './+types/transaction-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getReviewTransactionCall } from '#domains/transactions/contract/calls.ts'
import { ReviewTransaction } from '#domains/transactions/web/review-transaction.tsx'
import { decideAction } from './decide.server-actions.ts'

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
  const { transaction } = loaderData.timeline
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReviewTransaction
        listPath="/operator/transactions"
        text={`${transaction.advertiser_name} · ${transaction.publisher_name}`}
        timeline={loaderData.timeline}
        result={actionData}
      />
    </TextsProvider>
  )
}
