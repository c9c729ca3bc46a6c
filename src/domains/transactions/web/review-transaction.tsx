import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import type { FormResult } from '#platform/web/form.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ItemView, TransactionTimeline } from '../contract/transaction.ts'
import { DecisionButtons } from './decision-bar.tsx'
import { DecisionResult } from './decision-result.tsx'
import type { Decided } from './decision-result.tsx'
import { StatusCell } from './status-cell.tsx'
import { TimelineView } from './transaction-timeline.tsx'

interface ReviewTransactionProps {
  /** The address of the list. */
  listPath: string
  /** Who sold and who promoted. */
  text: string
  timeline: TransactionTimeline
  result: FormResult<Decided> | undefined
}

/** One transaction for those who decide it: its timeline, and the decisions that it allows. */
export function ReviewTransaction({ listPath, text, timeline, result }: ReviewTransactionProps) {
  const t = useTexts('transactions')
  const { transaction } = timeline
  return (
    <>
      <PageHeader
        eyebrow={<Link to={listPath}>{t('timeline.back')}</Link>}
        title={t('timeline.title', { order: transaction.order_id })}
        text={text}
        actions={<DecisionButtons chosen={[transaction]} result={result} items={getItemsLeft(timeline)} />}
      />
      <DecisionResult result={result} />
      <Panel actions={<StatusCell transaction={transaction} />}>
        <TimelineView timeline={timeline} />
      </Panel>
    </>
  )
}

/** The present items of an order: those of its last amendment; none if the present value does not say them. */
function getItemsLeft({ reported, transaction, decisions }: TransactionTimeline): readonly ItemView[] {
  if (transaction.order_value === reported.order_value) return reported.items
  return decisions.findLast(({ action }) => action === 'amend')?.items ?? []
}
