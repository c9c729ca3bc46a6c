import { Stack } from '@mantine/core'
import { redirect } from 'react-router'
import type { Route } from './+types/promotion-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { RouteDrawer } from '#ui/route-drawer.tsx'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import { TeamGate, useGateReason } from '#ui/team-gate.tsx'
import { getPromotionCall } from '#domains/tracking/promotions/contract/managed.ts'
import { NEW_PROMOTION } from '#domains/tracking/promotions/rules.ts'
import { PromotionBadge } from '#domains/tracking/promotions/web/managed-columns.tsx'
import { EndAction, PromotionParts } from '#domains/tracking/promotions/web/promotion-editor.tsx'
import { buildEditorActions } from '#domains/tracking/promotions/web/promotion-input.ts'
import { getCouponLeakCall } from '#domains/orders/transactions/contract/coupon-leaks.ts'
import { LeakPanel } from '#domains/orders/transactions/web/leak-panel.tsx'

const LIST_PATH = '/brand/promotions'

export async function loader({ context, params: { promotionId } }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { id } = (await call(getOwnAdvertiserCall)).data
  const params = { advertiser_id: id, promotion_id: promotionId }
  const found = promotionId === NEW_PROMOTION ? null : await call(getPromotionCall, { params })
  const { coupon = null, owner = null } = found?.data ?? {}
  const leak = coupon !== null && owner ? (await call(getCouponLeakCall, { query: { code: coupon } })).data : null
  return { ...getPageMeta(context, 'promotions.manage.title', ['promotions', OPTION_TEXTS]), found, leak }
}

export async function action({ context, params: { promotionId }, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const { id } = (await call(getOwnAdvertiserCall)).data
  const onCreate = (created: number) => {
    throw redirect(`${LIST_PATH}/${created}`, 303)
  }
  return runIntent(context, form, buildEditorActions(call, { advertiserId: String(id), promotionId }, onCreate))
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Promotion {...loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface PromotionProps extends Pick<Route.ComponentProps['loaderData'], 'found' | 'leak'> {
  answer: IntentAnswer | undefined
}

function Promotion({ found, leak, answer }: PromotionProps) {
  const t = useTexts('promotions')
  const promotion = found?.data
  const canPromote = useGateReason('promote') === undefined
  const isOver = promotion?.state === 'ended'
  const actions = promotion && (
    <>
      <PromotionBadge state={promotion.state} />
      {!isOver && canPromote && <EndAction title={promotion.title} answer={answer} />}
    </>
  )
  return (
    <RouteDrawer
      title={promotion?.title ?? t('form.newTitle')}
      {...(promotion ? { text: t(`type.${promotion.type}`), actions } : {})}
      listPath={LIST_PATH}
    >
      <Stack gap="md">
        <TeamGate act="promote">
          <Stack gap="md">
            <PromotionParts found={found} answer={answer} />
          </Stack>
        </TeamGate>
        {leak && promotion?.owner && <LeakPanel leak={leak} owner={promotion.owner.publisher_name} />}
      </Stack>
    </RouteDrawer>
  )
}
