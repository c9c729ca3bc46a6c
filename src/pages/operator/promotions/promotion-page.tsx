import { redirect } from 'react-router'
import type { Route } from './+types/promotion-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getPromotionCall } from '#domains/tracking/promotions/contract/managed.ts'
import { PromotionEditor } from '#domains/tracking/promotions/web/promotion-editor.tsx'
import { NEW_PROMOTION } from '#domains/tracking/promotions/rules.ts'
import { buildEditorActions } from '#domains/tracking/promotions/web/promotion-input.ts'
import { getListPath } from './paths.ts'

export async function loader({ context, params: { advertiserId, promotionId } }: Route.LoaderArgs) {
  const params = { advertiser_id: advertiserId, promotion_id: promotionId }
  const found = promotionId === NEW_PROMOTION ? null : await context.get(callContext)(getPromotionCall, { params })
  const pageMeta = getPageMeta(context, 'promotions.manage.title', ['promotions', OPTION_TEXTS])
  return { ...pageMeta, found, listPath: getListPath(advertiserId) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const onCreate = (created: number) => {
    throw redirect(`${getListPath(params.advertiserId)}/${created}`, 303)
  }
  return runIntent(context, form, buildEditorActions(context.get(callContext), params, onCreate))
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <PromotionEditor found={loaderData.found} listPath={loaderData.listPath} answer={actionData} />
    </TextsProvider>
  )
}
