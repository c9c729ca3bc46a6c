import type { Route } from './+types/transaction-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getBrandTransactionCall } from '#domains/transactions/contract/calls.ts'
import { decideBrandTransactionsCall } from '#domains/transactions/contract/decisions.ts'
import { submitDecision } from '#domains/transactions/web/decision-form.ts'
import { ReviewTransaction } from '#domains/transactions/web/review-transaction.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getBrandTransactionCall, {
    params: { publisher_id: params.publisherId, transaction_id: params.transactionId },
  })
  const pageMeta = getPageMeta(context, 'transactions.brand.title', ['transactions', 'hits'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { timeline: data, ...pageMeta, texts }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  return submitDecision(await readForm(request, context), (body) => call(decideBrandTransactionsCall, { body }))
}

export const meta: Route.MetaFunction = titleMeta

export default function BrandTransactionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReviewTransaction
        listPath="/brand/transactions"
        text={loaderData.timeline.transaction.publisher_name}
        timeline={loaderData.timeline}
        result={actionData}
      />
    </TextsProvider>
  )
}
