import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Performance, PerformanceFigures } from '../contract/calls.ts'
import { ChangeText } from './change-text.tsx'

interface ReportTotalsProps {
  report: Pick<Performance, 'totals' | 'previous' | 'currency'>
}

/** The totals of a report, each with its change against the period before. */
export function ReportTotals({ report }: ReportTotalsProps) {
  const t = useTexts('reports')
  const { totals, previous, currency } = report
  const money = (amount: string) => <MoneyText amount={amount} currency={currency} />
  const hint = (measure: keyof PerformanceFigures, format: (figures: PerformanceFigures) => ReactNode) => (
    <>
      {(Number(totals[measure]) !== 0 || Number(previous.totals[measure]) !== 0) && (
        <>
          <ChangeText now={totals[measure]} before={previous.totals[measure]} />{' '}
        </>
      )}
      <Text span inherit>
        {t.rich('compare.against', { figure: () => format(previous.totals) })}
      </Text>
    </>
  )
  const clicks = (figures: PerformanceFigures) => <NumberText value={figures.click_count} />
  const transactions = (figures: PerformanceFigures) => <NumberText value={figures.total_transactions} />
  const commission = (figures: PerformanceFigures) => money(figures.commission)
  const epc = (figures: PerformanceFigures) => money(figures.epc)
  return (
    <StatRow>
      <StatCard label={t('clicks')} value={clicks(totals)} hint={hint('click_count', clicks)} />
      <StatCard
        label={t('transactions')}
        value={transactions(totals)}
        hint={hint('total_transactions', transactions)}
      />
      <StatCard label={t('commission')} value={commission(totals)} hint={hint('commission', commission)} />
      <StatCard label={t('epc')} value={epc(totals)} hint={hint('epc', epc)} />
    </StatRow>
  )
}
