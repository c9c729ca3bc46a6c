import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { MoneyText, NumberText, PercentText } from '#ui/money-text.tsx'
import type { Offer } from '../contract/membership.ts'

/** The EPC with the number of its clicks, or how many clicks there are while they are too few. */
export function Epc({ offer: { epc, clicks } }: { offer: Offer }) {
  const t = useTexts('programs')
  const basis = t('offers.clicks', { count: clicks })
  if (epc === null) {
    return (
      <CellText details={[basis]}>
        <Text span c="dimmed" inherit>
          {t('offers.fewClicks')}
        </Text>
      </CellText>
    )
  }
  return (
    <CellText details={[basis]}>
      <MoneyText amount={epc} />
    </CellText>
  )
}

/** The share of confirmed orders among the decided ones, and how much of the confirmed commission is covered. */
export function ApprovalRate({ offer }: { offer: Offer }) {
  const t = useTexts('programs')
  if (offer.approval_rate === null) return t('offers.noDecisions')
  return (
    <CellText details={[<Coverage key="coverage" offer={offer} />]}>
      <PercentText value={offer.approval_rate} />
    </CellText>
  )
}

/** How much of the confirmed commission is covered; nothing without a confirmed order. */
export function Coverage({ offer: { coverage } }: { offer: Offer }) {
  const t = useTexts('programs')
  const percent = <NumberText value={coverage ?? 0} digits={1} />
  return coverage === null ? null : t.rich('offers.covered', { percent: () => percent })
}

/** The median of days from an order to its decision. */
export function DecisionDays({ offer: { decision_days: days } }: { offer: Offer }) {
  const t = useTexts('programs')
  return days === null ? t('offers.noDecisions') : t('offers.days', { days })
}
