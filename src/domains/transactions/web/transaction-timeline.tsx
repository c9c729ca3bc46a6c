import { Group, Stack, Text, ThemeIcon, Timeline, Title } from '@mantine/core'
import { IconCheck, IconClick, IconClock, IconReceipt2, IconScale, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { Tone } from '#ui/theme.ts'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { PageText } from './transaction-columns.tsx'

/** Shows a transaction's timeline from the click to the ledger, oldest first. */
export function TimelineView({ timeline }: { timeline: TransactionTimeline }) {
  return (
    <Timeline component="ol" m={0} style={{ listStyle: 'none' }}>
      <ClickStep timeline={timeline} />
      <OrderStep timeline={timeline} />
      <DecisionSteps timeline={timeline} />
      {timeline.decisions.length === 0 && <PendingStep timeline={timeline} />}
    </Timeline>
  )
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

function ClickStep({ timeline: { transaction, click, terms } }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const subs = click?.subs.filter((sub) => sub !== '').join(' · ') ?? ''
  return (
    <Step icon={<IconClick size={20} />} title={t('timeline.click')} at={transaction.click_date}>
      <p>{click?.referrer ? t('timeline.clickText', { page: click.referrer }) : t('timeline.clickTextUnknown')}</p>
      <Facts
        layout="line"
        facts={[
          transaction.site_name !== null && [t('timeline.site'), transaction.site_name],
          click?.destination ? [t('timeline.destination'), <PageText key="page" address={click.destination} />] : false,
          subs !== '' && [t('timeline.subs'), subs],
          terms !== null && [
            t('timeline.terms'),
            t('timeline.termsText', { version: terms.version, days: terms.window_days }),
          ],
        ]}
      />
    </Step>
  )
}

function OrderStep({ timeline }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const { transaction, reports: postbacks, coupon, customer_status: customer } = timeline
  const channels = new Set(postbacks.map(({ method }) => method))
  const channel = channels.size > 1 ? 'both' : ([...channels][0] ?? 'server')
  const differences = new Set(postbacks.flatMap(({ difference }) => difference ?? []))
  const { advertiser_name: advertiser, event, order_id: order, currency } = transaction
  return (
    <Step icon={<IconReceipt2 size={20} />} title={t('timeline.transaction')} at={transaction.transaction_date}>
      <p>{t('timeline.transactionText', { advertiser, event, order })}</p>
      {postbacks.length > 0 && (
        <p>{t('timeline.reports', { count: postbacks.length, method: t(`timeline.method.${channel}`) })}</p>
      )}
      {[...differences].map((difference) => (
        <p key={difference}>{t(`timeline.difference.${difference}`)}</p>
      ))}
      <Facts
        layout="line"
        facts={[
          [t('column.orderValue'), <MoneyText key="value" amount={transaction.order_value} currency={currency} />],
          [
            t('column.commission'),
            <MoneyText key="commission" amount={transaction.commission} currency={currency} digits={4} />,
          ],
          coupon !== null && [t('timeline.coupon'), coupon],
          customer !== null && [t('timeline.customer'), t(`timeline.customerStatus.${customer}`)],
        ]}
      />
    </Step>
  )
}

function PendingStep({ timeline: { terms } }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  return (
    <Step icon={<IconClock size={20} />} title={t('timeline.pending')} tone="warn">
      {terms !== null && <p>{t('timeline.pendingText', { days: terms.validation_days })}</p>}
    </Step>
  )
}

/** Shows every decision with its posting in the ledger. */
function DecisionSteps({ timeline: { decisions, postings } }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  return decisions.map((decision) => {
    const isGood = decision.status === 'CONFIRMED'
    const posting = postings.find(({ sequence }) => sequence === decision.sequence)
    return (
      <Step
        key={decision.sequence}
        icon={isGood ? <IconCheck size={20} /> : <IconX size={20} />}
        title={t(`timeline.${decision.status}`)}
        at={decision.decided_at}
        tone={isGood ? 'good' : 'bad'}
      >
        {decision.reason !== null && <p>{t(`cancelReasonText.${decision.reason}`)}</p>}
        {decision.note !== '' && <p>{t('timeline.note', { note: decision.note })}</p>}
        {decision.decided_by !== null && <p>{t('timeline.by', { name: decision.decided_by })}</p>}
        {posting && (
          <Group gap="xs" c="dimmed">
            <IconScale size={18} aria-hidden />
            <span>
              {t(`timeline.${posting.kind}`)}{' '}
              <MoneyText amount={posting.amount} currency={posting.currency} digits={4} />
            </span>
          </Group>
        )}
      </Step>
    )
  })
}
