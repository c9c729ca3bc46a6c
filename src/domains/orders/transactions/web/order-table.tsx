import { Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { formatAmount, parseAmount } from '#kernel/money.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { SelectionBar, useSelection } from '#ui/selection.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import type { OrderSums, OrderToDecide } from '../contract/orders.ts'
import { BULK_ACTIONS } from '../contract/vocabulary.ts'
import type { OrderQueue } from '../contract/vocabulary.ts'
import { CancelReasonField, HoldReasonField } from './decision-bar.tsx'
import { getDecisionKey } from './decision-key.ts'
import { useOrderColumns } from './order-columns.tsx'

const EvidenceField = lazy(async () => ({ default: (await import('./evidence-field.tsx')).EvidenceField }))

interface OrderTableProps {
  orders: readonly OrderToDecide[]
  getHref: (order: OrderToDecide) => string
  /** The time at which the clocks are read. */
  now: string
  /** The filter of the queue, and what all its orders are worth. */
  filter: { queue: OrderQueue; keyword: string; publisherId: string }
  matching: OrderSums
  answer: IntentAnswer | undefined
  empty: ReactNode
}

/** The queue of undecided orders, with decisions on those that are selected or on all of the queue. */
export function OrderTable({ orders, getHref, now, filter, matching, answer, empty }: OrderTableProps) {
  const t = useTexts('orders')
  const getLabel = (order: OrderToDecide) => t('select', { order: order.order_id })
  const selection = useSelection(orders, { rowKey: getDecisionKey, getLabel })
  const { rows, isMatching } = selection
  const sums = isMatching ? matching : sumUp(rows)
  return (
    <>
      <DataTable
        label={t('label')}
        columns={[selection.column, ...useOrderColumns(getHref, now)]}
        rows={orders}
        rowKey={getDecisionKey}
        empty={empty}
      />
      <SelectionBar selection={selection} matchingCount={matching.count} sums={<OrderSumsText sums={sums} />}>
        <TeamGate act="decide" isBar>
          {BULK_ACTIONS.filter((action) => isOffered(action, filter.queue)).map((action) => (
            <BulkAction
              key={action}
              action={action}
              sums={sums}
              rows={rows}
              filter={isMatching ? filter : undefined}
              answer={answer}
            />
          ))}
        </TeamGate>
      </SelectionBar>
    </>
  )
}

/** An order on hold is held already, and one without an exchange rate cannot be confirmed. */
function isOffered(action: (typeof BULK_ACTIONS)[number], queue: OrderQueue): boolean {
  if (action === 'hold') return queue !== 'held'
  return action !== 'confirm' || queue !== 'without_rate'
}

/** Sums up rows in USD. One without an exchange rate counts nothing yet. */
function sumUp(rows: readonly OrderToDecide[]): OrderSums {
  const sum = (amounts: readonly (string | null)[]) =>
    formatAmount(amounts.reduce((total, amount) => total + (parseAmount(amount ?? '') ?? 0n), 0n))
  return {
    count: rows.length,
    order_value: sum(rows.map((row) => row.usd_order_value)),
    commission: sum(rows.map((row) => row.usd_commission)),
  }
}

/** What orders are worth, in a line. */
export function OrderSumsText({ sums }: { sums: OrderSums }) {
  const t = useTexts('orders')
  return t.rich('sums', {
    value: () => <MoneyText amount={sums.order_value} />,
    commission: () => <MoneyText amount={sums.commission} />,
  })
}

interface BulkActionProps {
  action: (typeof BULK_ACTIONS)[number]
  sums: OrderSums
  rows: readonly OrderToDecide[]
  /** The filter whose orders are all meant; absent for the rows alone. */
  filter: OrderTableProps['filter'] | undefined
  answer: IntentAnswer | undefined
}

/** A decision on many orders, with a dialog that says on how many and on what they are worth. */
function BulkAction({ action, sums, rows, filter, answer }: BulkActionProps) {
  const t = useTexts('orders')
  const transactions = useTexts('transactions')
  const { count } = sums
  return (
    <ConfirmAction
      size="sm"
      variant={action === 'confirm' ? 'filled' : 'default'}
      label={t(`bulk.${action}`)}
      title={t(`bulk.${action}Title`, { count })}
      text={t(filter ? 'bulk.check' : 'bulk.text')}
      confirmLabel={filter ? t('bulk.checkFirst') : t('bulk.run', { count })}
      intent={action}
      {...(action === 'cancel' ? { tone: 'bad' as const } : {})}
      result={answerTo(answer, action)}
    >
      <Text fw={600}>
        <OrderSumsText sums={sums} />
      </Text>
      {filter ? (
        <>
          <HiddenField name="matching" value="1" />
          <HiddenField name="queue" value={filter.queue} />
          <HiddenField name="keyword" value={filter.keyword} />
          <HiddenField name="publisher_id" value={filter.publisherId} />
        </>
      ) : (
        rows.map((row) => <HiddenField key={row.transaction_id} name="transaction" value={getDecisionKey(row)} />)
      )}
      {action === 'cancel' && <CancelReasonField required isFirst />}
      {action === 'hold' && <HoldReasonField isFirst />}
      {action !== 'confirm' && (
        <TextAreaField
          name="note"
          label={transactions('review.note')}
          description={transactions('review.noteHint')}
          maxLength={500}
        />
      )}
      <Suspense>{action === 'cancel' && <EvidenceField />}</Suspense>
    </ConfirmAction>
  )
}
