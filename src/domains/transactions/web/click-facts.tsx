import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { PageText } from './transaction-columns.tsx'

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

function Terms({ terms }: { terms: NonNullable<TransactionTimeline['terms']> }) {
  const t = useTexts('transactions')
  return (
    <Facts
      layout="line"
      facts={[
        [t('timeline.terms'), t('timeline.termsText', { version: terms.version, days: terms.window_days })],
        [t('timeline.termsSince'), <DateText key="since" value={terms.effective_from} />],
      ]}
    />
  )
}
