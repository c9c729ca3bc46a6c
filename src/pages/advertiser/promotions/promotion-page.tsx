import { redirect } from 'react-router'
import type { Route } from './+types/promotion-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getBrandCall } from '#domains/programs/contract/program.ts'
import { getPromotionCall } from '#domains/promotions/contract.ts'
import { PromotionEditor } from '#domains/promotions/web/promotion-editor.tsx'
import { NEW_PROMOTION, buildEditorActions } from '#domains/promotions/web/promotion-input.ts'
import { TeamGate } from '#ui/team-gate.tsx'

const LIST_PATH = '/brand/promotions'

export async function loader({ context, params: { promotionId } }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { id } = (await call(getBrandCall)).data
  const params = { advertiser_id: id, promotion_id: promotionId }
  const found = promotionId === NEW_PROMOTION ? null : await call(getPromotionCall, { params })
  return { ...getPageMeta(context, 'promotions.manage.title', ['promotions', 'sign-up']), found }
}

export async function action({ context, params: { promotionId }, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const { id } = (await call(getBrandCall)).data
  const onCreate = (created: number) => {
    throw redirect(`${LIST_PATH}/${created}`, 303)
  }
  return runIntent(context, form, buildEditorActions(call, { advertiserId: String(id), promotionId }, onCreate))
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <TeamGate act="promote">
        <PromotionEditor found={loaderData.found} listPath={LIST_PATH} answer={actionData} />
      </TeamGate>
    </TextsProvider>
  )
}
