import { Alert, Anchor } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { ClaimDetail } from '../contract/claim.ts'

interface ClaimProps {
  claim: ClaimDetail
  reader: 'publisher' | 'brand' | 'operator'
}

/** The claimed order. */
export function ClaimFacts({ claim, reader }: ClaimProps) {
  const t = useTexts('claims')
  const { amount, currency } = claim
  return (
    <Facts
      layout="line"
      facts={[
        [
          t('detail.value'),
          amount === null ? t('noValue') : <MoneyText key="value" amount={amount} currency={currency} />,
        ],
        [t('detail.ordered'), <DateText key="day" value={claim.ordered_on} />],
        [t('detail.event'), claim.event],
        claim.commission !== null && [
          t('detail.commission'),
          <MoneyText key="commission" amount={claim.commission} digits={4} />,
        ],
        reader === 'operator' && [t('detail.brand'), claim.advertiser_name],
        reader !== 'publisher' && [t('detail.publisher'), claim.publisher_name],
        [t('detail.site'), claim.site_name],
        [
          t(claim.origin === 'advertiser' ? 'detail.creditedAt' : 'detail.filed'),
          <DateText key="filed" value={claim.filed_at} />,
        ],
      ]}
    />
  )
}

/** What comes next for a claim: the end of its clock, the evidence for which it waits, or the recorded order. */
export function ClaimClock({ claim, reader }: ClaimProps) {
  const t = useTexts('claims')
  const { status, due_at: dueAt, evidence_until: evidenceUntil, transaction_id: transactionId } = claim
  const isAdvertiser = reader === 'brand'
  const end = evidenceUntil ?? dueAt
  if (status === 'waiting' && end !== null) {
    const text = evidenceUntil === null ? 'clock' : 'asked'
    const date = <DateText value={end} />
    return (
      <Alert color="warn" icon={<IconClock aria-hidden />}>
        {t.rich(`detail.${text}${isAdvertiser ? 'Brand' : ''}`, { day: () => date })}
      </Alert>
    )
  }
  if (transactionId === null) return null
  const ofPublisher = `${claim.publisher_id}/${transactionId}`
  const path = {
    publisher: `/transactions/${transactionId}`,
    brand: `/brand/transactions/${ofPublisher}`,
    operator: `/operator/transactions/${ofPublisher}`,
  }[reader]
  return (
    <Alert color="good" icon={<IconCircleCheck aria-hidden />}>
      {claim.origin === 'advertiser' && `${t(`detail.credited.${reader}`)} `}
      {t(status === 'accepted' ? 'detail.accepted' : 'answer.counted')}{' '}
      <Anchor component={Link} to={path}>
        {t('openTransaction')}
      </Anchor>
    </Alert>
  )
}
