import { useMemo } from 'react'
import { useRevalidator } from 'react-router'
import type { Route } from './+types/order-page'
import { browserCall } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { titleMeta } from '#platform/web/page-meta.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { useAfterAnswer } from '#ui/next-row.ts'
import { pressInDrawer } from '#ui/route-drawer.tsx'
import { useShortcuts } from '#ui/shortcuts.ts'
import { ToastCard } from '#ui/toast-card.tsx'
import { showToast, undoToast } from '#ui/toasts.ts'
import { getAdvertiserTransactionCall } from '#domains/orders/transactions/contract/calls.ts'
import { decideAdvertiserTransactionsCall } from '#domains/orders/transactions/contract/decisions.ts'
import { noteAdvertiserTransactionCall } from '#domains/orders/transactions/contract/notes.ts'
import { getPublisherHistoryCall } from '#domains/orders/transactions/contract/orders.ts'
import { DECISION_KEYS } from '#domains/orders/transactions/web/decision-keys.tsx'
import { submitReview } from '#domains/orders/transactions/web/decision-form.ts'
import type { Undo } from '#domains/orders/transactions/web/decision-form.ts'
import { HistoryText } from '#domains/orders/transactions/web/order-columns.tsx'
import { ReviewDrawer } from '#domains/orders/transactions/web/review-drawer.tsx'
import type { ReviewAnswer } from '#domains/orders/transactions/web/review-drawer.tsx'
import { getTimelineMeta } from '#domains/orders/transactions/web/timeline-meta.ts'

const LIST_PATH = '/brand/orders'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const publisher = { publisher_id: params.publisherId }
  const [timeline, history] = await Promise.all([
    call(getAdvertiserTransactionCall, { params: { ...publisher, transaction_id: params.transactionId } }),
    call(getPublisherHistoryCall, { params: publisher }),
  ])
  const meta = getTimelineMeta(context, timeline.data, { title: 'orders.title', others: ['orders'] })
  return { timeline: timeline.data, history: history.data, ...meta }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const ids = { publisher_id: params.publisherId, transaction_id: params.transactionId }
  return submitReview(request, context, {
    decide: (body) => call(decideAdvertiserTransactionsCall, { body }),
    note: (text) => call(noteAdvertiserTransactionCall, { params: ids, body: { text } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Order loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface OrderProps {
  loaded: Route.ComponentProps['loaderData']
  answer: ReviewAnswer
}

function Order({ loaded: { timeline, history }, answer }: OrderProps) {
  const t = useTexts('orders')
  const { transaction } = timeline
  useAfterDecision(transaction.order_id, answer)
  useDecisionKeys()
  return (
    <ReviewDrawer listPath={LIST_PATH} text={transaction.publisher_name} timeline={timeline} answer={answer} hasKeys>
      <Facts layout="line" facts={[[t('history.title'), <HistoryText key="history" history={history} />]]} />
      <ToastCard />
    </ReviewDrawer>
  )
}

/** Registers the keys that decide: each presses the button of the drawer, if the order allows the decision. */
function useDecisionKeys(): void {
  const t = useTexts('orders')
  const group = useMemo(() => {
    const toShortcut = (act: keyof typeof DECISION_KEYS) => ({
      keys: DECISION_KEYS[act],
      label: t(`keys.${act}`),
      run: () => pressInDrawer(act),
      isInDialog: true,
    })
    return {
      title: t('keys.title'),
      shortcuts: [
        toShortcut('confirm'),
        toShortcut('cancel'),
        toShortcut('amend'),
        toShortcut('hold'),
        { keys: 'u', label: t('keys.undo'), run: () => void undoToast(), isInDialog: true },
      ],
    }
  }, [t])
  useShortcuts(group)
}

/** Shows a toast that takes the decision back, and opens the next order of the queue. */
function useAfterDecision(order: string, answer: ReviewAnswer): void {
  const t = useTexts('orders')
  const takeBack = useTakeBack()
  useAfterAnswer(LIST_PATH, answer, (given, openNext) => {
    if (!given || 'intent' in given || !given.ok || given.reply.decided === 0) return
    const { action, undo } = given.reply
    showToast({ text: t(`done.${action}`, { order }), undo: undo && (() => takeBack(undo)) })
    openNext()
  })
}

/** Returns a function that makes the decision which takes another one back, and reads the queue again. */
function useTakeBack() {
  const t = useTexts('orders')
  const call = browserCall(useCsrfToken())
  const { revalidate } = useRevalidator()
  return async (undo: Undo) => {
    const done = await call(decideAdvertiserTransactionsCall, { body: undo }).catch(() => undefined)
    showToast({ text: done && done.decided > 0 ? t('done.undone') : t('done.failed') })
    await revalidate()
  }
}
