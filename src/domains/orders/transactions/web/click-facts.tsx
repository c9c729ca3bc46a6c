import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { PageText } from './transaction-columns.tsx'

/** The site that owns the coupon code of an order, and the terms that were in force at the order. */
export function CouponFacts({ timeline: { transaction, coupon, terms } }: { timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const site = transaction.site_name
  return (
    <>
      <Facts
        layout="line"
        facts={[coupon !== null && [t('timeline.coupon'), coupon], site !== null && [t('timeline.site'), site]]}
      />
      {terms !== null && <Terms terms={terms} isAtOrder />}
    </>
  )
}

/** The facts about the click of a transaction, and the terms that were in force at it. */
export function ClickFacts({ timeline: { transaction, click, terms } }: { timeline: TransactionTimeline }) {
  const site = transaction.site_name
  return (
    <>
      {click !== null && <Visit site={site} click={click} />}
      {terms !== null && <Terms terms={terms} />}
    </>
  )
}

function Visit({ site, click }: { site: string | null; click: NonNullable<TransactionTimeline['click']> }) {
  const t = useTexts('transactions')
  const hits = useTexts('hits')
  const { verdict, destination, country, device } = click
  const subs = click.subs.filter((sub) => sub !== '').join(' · ')
  return (
    <Facts
      layout="line"
      facts={[
        [t('timeline.verdict'), hits(`verdictText.${verdict}`)],
        site !== null && [t('timeline.site'), site],
        destination !== null && [t('timeline.destination'), <PageText key="page" address={destination} />],
        subs !== '' && [t('timeline.subs'), subs],
        country !== null && [t('timeline.country'), country],
        device !== null && [t('timeline.device'), hits(`device.${device}`)],
      ]}
    />
  )
}

interface TermsProps {
  terms: NonNullable<TransactionTimeline['terms']>
  /** By coupon: the version that was in force at the order, without a window. */
  isAtOrder?: boolean
}

function Terms({ terms, isAtOrder = false }: TermsProps) {
  const t = useTexts('transactions')
  const { version, window_days: days } = terms
  return (
    <Facts
      layout="line"
      facts={[
        [
          t('timeline.terms'),
          isAtOrder ? t('timeline.termsAtOrder', { version }) : t('timeline.termsText', { version, days }),
        ],
        [t('timeline.termsSince'), <DateText key="since" value={terms.effective_from} />],
      ]}
    />
  )
}
