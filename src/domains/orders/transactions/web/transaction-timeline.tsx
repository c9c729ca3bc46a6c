import { Anchor } from '@mantine/core'
import {
  IconBan,
  IconClick,
  IconClock,
  IconMessageReport,
  IconReceipt2,
  IconRepeat,
  IconTicket,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import { useNoteEntries } from '#ui/notes.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { ClickFacts, CouponFacts } from './click-facts.tsx'
import { useDecisionEntries } from './decision-entries.tsx'
import { useUsdFact } from './usd-fact.tsx'
import { ItemTable } from './item-table.tsx'

type Postback = TransactionTimeline['reports'][number]

interface TimelineProps {
  timeline: TransactionTimeline
}

/**
 * Shows a transaction's timeline from the ledger back to the click, newest first, with the notes of the reader's team.
 * Needs the texts `transactions`, `notes`, `hits` and the errors of postbacks.
 */
export function TimelineView({ timeline }: TimelineProps) {
  const entries = [
    useOriginEntry(timeline),
    ...useUnrecordedEntries(timeline),
    ...useReportEntries(timeline),
    ...useDecisionEntries(timeline),
    ...useNoteEntries(timeline.notes),
    ...usePendingEntries(timeline),
  ]
  return <ObjectTimeline entries={entries} />
}

/** What led to the order: the click, the coupon of a site, or the claim of the publisher. */
function useOriginEntry(timeline: TransactionTimeline): TimelineEntry {
  const t = useTexts('transactions')
  const { transaction, click } = timeline
  if (transaction.attribution !== 'click') {
    const isClaim = transaction.attribution === 'claim'
    return {
      key: transaction.attribution,
      icon: isClaim ? <IconMessageReport size={20} /> : <IconTicket size={20} />,
      title: t(isClaim ? 'timeline.byClaim' : 'timeline.byCoupon'),
      // Without a click there is nothing before the order.
      at: transaction.transaction_date,
      actor: t(isClaim ? 'actor.publisher' : 'actor.visitor'),
      children: (
        <>
          <p>{t(isClaim ? 'timeline.byClaimText' : 'timeline.byCouponText')}</p>
          <CouponFacts timeline={timeline} />
          {timeline.claim_path !== null && (
            <Anchor component={Link} to={timeline.claim_path}>
              {t('timeline.openClaim')}
            </Anchor>
          )}
        </>
      ),
    }
  }
  return {
    key: 'click',
    icon: <IconClick size={20} />,
    title: t('timeline.click'),
    at: transaction.click_date ?? transaction.transaction_date,
    actor: t('actor.visitor'),
    children: (
      <>
        <p>{click?.referrer ? t('timeline.clickText', { page: click.referrer }) : t('timeline.clickTextUnknown')}</p>
        <ClickFacts timeline={timeline} />
      </>
    ),
  }
}

/** The postbacks of the order that recorded nothing: rejected ones, and accepted ones that waited. */
function useUnrecordedEntries({ rejections, acceptances }: TransactionTimeline): TimelineEntry[] {
  const t = useTexts('transactions')
  const errorText = useTexts('errors')
  const shop = t('actor.shop')
  return [
    ...rejections.map(({ received_at: at, method, reason }, index) => ({
      key: `rejected-${index}`,
      icon: <IconBan size={20} />,
      title: t('timeline.rejected'),
      at,
      actor: shop,
      tone: 'bad' as const,
      children: (
        <>
          <p>{errorText(`postback.${reason}`)}</p>
          <ChannelFacts method={method} />
        </>
      ),
    })),
    ...acceptances.map(({ received_at: at, method, reason }, index) => ({
      key: `accepted-${index}`,
      icon: <IconClock size={20} />,
      title: t(`timeline.accepted.${reason}`),
      at,
      actor: shop,
      tone: 'warn' as const,
      children: (
        <>
          <p>{t(`timeline.acceptedText.${reason}`)}</p>
          <ChannelFacts method={method} />
        </>
      ),
    })),
  ]
}

function ChannelFacts({ method }: Pick<Postback, 'method'>) {
  const t = useTexts('transactions')
  return <Facts layout="line" facts={[[t('timeline.channel'), t(`timeline.method.${method}`)]]} />
}

/** The postback that recorded the order, unless a claim did, and those that repeat it. */
function useReportEntries(timeline: TransactionTimeline): TimelineEntry[] {
  const t = useTexts('transactions')
  const isClaim = timeline.transaction.attribution === 'claim'
  const [first, ...repeats] = isClaim ? [undefined, ...timeline.reports] : timeline.reports
  return [
    {
      key: 'order',
      icon: <IconReceipt2 size={20} />,
      title: t('timeline.transaction'),
      at: timeline.transaction.transaction_date,
      actor: t('actor.shop'),
      children: <OrderFacts timeline={timeline} postback={first} />,
    },
    ...repeats
      .flatMap((repeat) => repeat ?? [])
      .map(({ received_at: at, method, difference }, index) => ({
        key: `repeat-${index}`,
        icon: <IconRepeat size={20} />,
        title: t('timeline.repeat'),
        at,
        actor: t('actor.shop'),
        children: (
          <>
            <p>{t('timeline.repeatText')}</p>
            {difference !== null && <p>{t(`timeline.difference.${difference}`)}</p>}
            <ChannelFacts method={method} />
          </>
        ),
      })),
  ]
}

function OrderFacts({ timeline, postback }: TimelineProps & { postback: Postback | undefined }) {
  const t = useTexts('transactions')
  const { transaction, reported, coupon, customer_status: customer, terms } = timeline
  const { advertiser_name: advertiser, event, order_id: order, currency } = transaction
  const { commission_currency: own } = transaction
  const isAmended = timeline.decisions.some(({ action }) => action === 'amend')
  const usdFact = useUsdFact(transaction)
  return (
    <>
      <p>{t('timeline.transactionText', { advertiser, event, order })}</p>
      <Facts
        layout="line"
        facts={[
          [t('column.orderValue'), <MoneyText key="value" amount={reported.order_value} currency={currency} />],
          [
            t('column.commission'),
            <MoneyText key="commission" amount={reported.commission} currency={own} digits={4} />,
          ],
          // An amended order counts with the value of its last amendment, which says so.
          !isAmended && usdFact,
          terms !== null &&
            terms.rate !== null && [t('timeline.rate'), t('timeline.rateText', { event, rate: terms.rate })],
          postback !== undefined && [t('timeline.channel'), t(`timeline.method.${postback.method}`)],
          coupon !== null && [t('timeline.coupon'), coupon],
          customer !== null && [t('timeline.customer'), t(`timeline.customerStatus.${customer}`)],
        ]}
      />
      {reported.remark !== null && <p>{t(`timeline.remark.${reported.remark}`)}</p>}
      <ItemTable label={t('timeline.items')} items={reported.items} currency={currency} />
    </>
  )
}

/** What the terms do with an undecided order, and when; nothing while it is held. */
function usePendingEntries({ transaction, terms, decisions }: TransactionTimeline): TimelineEntry[] {
  const t = useTexts('transactions')
  const { expected_decision_date: expected } = transaction
  if (transaction.status !== 'PENDING' || transaction.hold_reason !== null) return []
  const isExtended = decisions.some(({ action }) => action === 'extend')
  const children = (
    <>
      {terms !== null && !isExtended && (
        <p>{t(`timeline.pendingText.${terms.validation_end}`, { days: terms.validation_days })}</p>
      )}
      {expected !== null && (
        <Facts layout="line" facts={[[t('timeline.expected'), <DateText key="date" value={expected} />]]} />
      )}
    </>
  )
  const actor = t('actor.rule')
  return [
    { key: 'pending', icon: <IconClock size={20} />, title: t('timeline.pending'), actor, tone: 'warn', children },
  ]
}
