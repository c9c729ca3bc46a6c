import { Group, Stack, Text, ThemeIcon, Timeline, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClick,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconReceipt2,
  IconRepeat,
  IconScale,
  IconTicket,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { Tone } from '#ui/theme.ts'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { ClickFacts, CouponFacts } from './click-facts.tsx'
import { DecisionEvidence } from './decision-evidence.tsx'
import { ItemTable } from './item-table.tsx'

type Postback = TransactionTimeline['reports'][number]
type Rejection = TransactionTimeline['rejections'][number]
type Acceptance = TransactionTimeline['acceptances'][number]
type Decision = TransactionTimeline['decisions'][number]

/**
 * Shows a transaction's timeline from the click to the ledger, oldest first. Needs the texts `transactions`, `hits` and
 * the errors of postbacks.
 */
export function TimelineView({ timeline }: { timeline: TransactionTimeline }) {
  const [first, ...repeats] = timeline.reports
  const { transaction } = timeline
  const unrecorded = [
    ...timeline.rejections.map((rejection, index) => ({
      at: rejection.received_at,
      step: <RejectionStep key={`rejected-${index}`} rejection={rejection} />,
    })),
    ...timeline.acceptances.map((acceptance, index) => ({
      at: acceptance.received_at,
      step: <AcceptanceStep key={`accepted-${index}`} acceptance={acceptance} />,
    })),
  ]
  const isEarly = ({ at }: { at: string }) => at < transaction.transaction_date
  const later = [
    ...unrecorded.filter((one) => !isEarly(one)),
    ...repeats.map((postback, index) => ({
      at: postback.received_at,
      step: <RepeatStep key={`repeat-${index}`} postback={postback} />,
    })),
    ...timeline.decisions.map((decision) => ({
      at: decision.decided_at,
      step: <DecisionStep key={decision.sequence} decision={decision} timeline={timeline} />,
    })),
  ]
  return (
    <Timeline component="ol" m={0} style={{ listStyle: 'none' }}>
      {transaction.attribution === 'click' ? <ClickStep timeline={timeline} /> : <CouponStep timeline={timeline} />}
      {inOrder(unrecorded.filter(isEarly))}
      <OrderStep timeline={timeline} postback={first} />
      {inOrder(later)}
      {transaction.status === 'PENDING' && transaction.hold_reason === null && <PendingStep timeline={timeline} />}
    </Timeline>
  )
}

function inOrder(steps: readonly { at: string; step: ReactNode }[]): ReactNode[] {
  return steps.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ step }) => step)
}

interface StepProps {
  icon: ReactNode
  title: ReactNode
  at?: string | undefined
  tone?: Tone
  children?: ReactNode
}

function Step({ icon, title, at, tone = 'brand', children }: StepProps) {
  return (
    <Timeline.Item
      component="li"
      bullet={
        <ThemeIcon size={40} color={tone} aria-hidden>
          {icon}
        </ThemeIcon>
      }
      title={
        <Title order={2} size="h3">
          {title}
        </Title>
      }
    >
      {at !== undefined && (
        <Text c="var(--ink-faint)" size="sm">
          <DateText value={at} withTime /> UTC
        </Text>
      )}
      <Stack gap="xs" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Stack>
    </Timeline.Item>
  )
}

function ClickStep({ timeline }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const { transaction, click } = timeline
  return (
    <Step icon={<IconClick size={20} />} title={t('timeline.click')} at={transaction.click_date ?? undefined}>
      <p>{click?.referrer ? t('timeline.clickText', { page: click.referrer }) : t('timeline.clickTextUnknown')}</p>
      <ClickFacts timeline={timeline} />
    </Step>
  )
}

function CouponStep({ timeline }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  return (
    <Step icon={<IconTicket size={20} />} title={t('timeline.byCoupon')}>
      <p>{t('timeline.byCouponText')}</p>
      <CouponFacts timeline={timeline} />
    </Step>
  )
}

function OrderStep({ timeline, postback }: { timeline: TransactionTimeline; postback: Postback | undefined }) {
  const t = useTexts('transactions')
  const { transaction, reported, coupon, customer_status: customer, terms } = timeline
  const { advertiser_name: advertiser, event, order_id: order, currency } = transaction
  const { usd_order_value: usdValue, usd_commission: usdCommission, commission_currency: own } = transaction
  const usd = [
    <MoneyText key="value" amount={usdValue ?? '0'} />,
    <MoneyText key="commission" amount={usdCommission ?? '0'} digits={4} />,
  ]
  return (
    <Step icon={<IconReceipt2 size={20} />} title={t('timeline.transaction')} at={transaction.transaction_date}>
      <p>{t('timeline.transactionText', { advertiser, event, order })}</p>
      <Facts
        layout="line"
        facts={[
          [t('column.orderValue'), <MoneyText key="value" amount={reported.order_value} currency={currency} />],
          [
            t('column.commission'),
            <MoneyText key="commission" amount={reported.commission} currency={own} digits={4} />,
          ],
          currency !== 'USD' && [
            t('timeline.inUsd'),
            usdValue === null || usdCommission === null
              ? t('list.noRate')
              : t.rich('timeline.inUsdText', { value: () => usd[0], commission: () => usd[1] }),
          ],
          terms !== null &&
            terms.rate !== null && [t('timeline.rate'), t('timeline.rateText', { event, rate: terms.rate })],
          postback !== undefined && [t('timeline.channel'), t(`timeline.method.${postback.method}`)],
          coupon !== null && [t('timeline.coupon'), coupon],
          customer !== null && [t('timeline.customer'), t(`timeline.customerStatus.${customer}`)],
        ]}
      />
      {reported.remark !== null && <p>{t(`timeline.remark.${reported.remark}`)}</p>}
      <ItemTable label={t('timeline.items')} items={reported.items} currency={currency} />
    </Step>
  )
}

function RepeatStep({ postback: { received_at: at, method, difference } }: { postback: Postback }) {
  const t = useTexts('transactions')
  return (
    <Step icon={<IconRepeat size={20} />} title={t('timeline.repeat')} at={at}>
      <p>{t('timeline.repeatText')}</p>
      {difference !== null && <p>{t(`timeline.difference.${difference}`)}</p>}
      <Facts layout="line" facts={[[t('timeline.channel'), t(`timeline.method.${method}`)]]} />
    </Step>
  )
}

function RejectionStep({ rejection: { received_at: at, method, reason } }: { rejection: Rejection }) {
  const t = useTexts('transactions')
  const errorText = useTexts('errors')
  return (
    <Step icon={<IconBan size={20} />} title={t('timeline.rejected')} at={at} tone="bad">
      <p>{errorText(`postback.${reason}`)}</p>
      <Facts layout="line" facts={[[t('timeline.channel'), t(`timeline.method.${method}`)]]} />
    </Step>
  )
}

function AcceptanceStep({ acceptance: { received_at: at, method } }: { acceptance: Acceptance }) {
  const t = useTexts('transactions')
  return (
    <Step icon={<IconClock size={20} />} title={t('timeline.accepted')} at={at} tone="warn">
      <p>{t('timeline.acceptedText')}</p>
      <Facts layout="line" facts={[[t('timeline.channel'), t(`timeline.method.${method}`)]]} />
    </Step>
  )
}

function PendingStep({ timeline: { transaction, terms, decisions } }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const { expected_decision_date: expected } = transaction
  const isExtended = decisions.some(({ action }) => action === 'extend')
  return (
    <Step icon={<IconClock size={20} />} title={t('timeline.pending')} tone="warn">
      {terms !== null && !isExtended && (
        <p>{t(`timeline.pendingText.${terms.validation_end}`, { days: terms.validation_days })}</p>
      )}
      {expected !== null && (
        <Facts layout="line" facts={[[t('timeline.expected'), <DateText key="date" value={expected} />]]} />
      )}
    </Step>
  )
}

const DECISION_LOOKS: Record<Decision['action'], { icon: ReactNode; tone: Tone }> = {
  confirm: { icon: <IconCheck size={20} />, tone: 'good' },
  cancel: { icon: <IconX size={20} />, tone: 'bad' },
  amend: { icon: <IconPencil size={20} />, tone: 'warn' },
  reopen: { icon: <IconArrowBackUp size={20} />, tone: 'warn' },
  hold: { icon: <IconPlayerPause size={20} />, tone: 'warn' },
  extend: { icon: <IconClock size={20} />, tone: 'warn' },
}

/** Shows a decision with its posting in the ledger. */
function DecisionStep({ decision, timeline }: { decision: Decision; timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const posting = timeline.postings.find(({ sequence }) => sequence === decision.sequence)
  return (
    <Step {...DECISION_LOOKS[decision.action]} title={t(`timeline.action.${decision.action}`)} at={decision.decided_at}>
      <DecisionReason decision={decision} currency={timeline.transaction.currency} />
      {decision.note !== '' && <p>{t('timeline.note', { note: decision.note })}</p>}
      <DecisionEvidence decision={decision} />
      {decision.decided_by !== null && <p>{t('timeline.by', { name: decision.decided_by })}</p>}
      {posting && (
        <Group gap="xs" c="dimmed">
          <IconScale size={18} aria-hidden />
          <span>
            {t(`timeline.${posting.kind}`)} <MoneyText amount={posting.amount} currency={posting.currency} digits={4} />
          </span>
        </Group>
      )}
    </Step>
  )
}

/** Says why it was decided so, and what follows: the new value or the new end of the validation period. */
function DecisionReason({ decision, currency }: { decision: Decision; currency: string }) {
  const t = useTexts('transactions')
  return (
    <>
      {decision.decided_as === 'rule' && <p>{t('timeline.byRule')}</p>}
      {decision.decided_as === 'postback' && <p>{t('timeline.byPostback')}</p>}
      {decision.reason !== null && <p>{t(`cancelReasonText.${decision.reason}`)}</p>}
      {decision.hold_reason !== null && <p>{t(`holdReason.${decision.hold_reason}`)}</p>}
      {decision.action === 'amend' && (
        <Facts
          layout="line"
          facts={[
            [t('column.orderValue'), <MoneyText key="value" amount={decision.order_value} currency={currency} />],
          ]}
        />
      )}
      <ItemTable label={t('timeline.itemsLeft')} items={decision.items} currency={currency} />
      {decision.due_at !== null && (
        <Facts layout="line" facts={[[t('timeline.expected'), <DateText key="date" value={decision.due_at} />]]} />
      )}
    </>
  )
}
