import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Await } from 'react-router'
import type { z } from 'zod'
import { useTexts } from '#platform/web/texts.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import type { summariseReviewCall } from '../contract/calls.ts'

/** Number and sums of a list, which come after its rows. */
export type Summary = z.infer<typeof summariseReviewCall.reply>['data']

/** A summary, or why there is none. */
export type SummaryState = Summary | 'counting' | 'missing'

interface DeferredSummaryProps {
  summary: Promise<Summary>
  Figures: ComponentType<{ summary: SummaryState }>
}

/** The figures of a list, which are shown as `counting` until they are there and as `missing` when that fails. */
export function DeferredSummary({ summary, Figures }: DeferredSummaryProps) {
  return (
    <Suspense fallback={<Figures summary="counting" />}>
      <Await resolve={summary} errorElement={<Figures summary="missing" />}>
        {(counted) => <Figures summary={counted} />}
      </Await>
    </Suspense>
  )
}

interface SummaryCardProps {
  label: ReactNode
  summary: SummaryState
  /** The sum that is shown, or the number of transactions in all or of one status. */
  figure: 'total_order_value' | 'total_earnings' | 'count' | keyof Summary['counts']
  digits?: 2 | 4
  hint?: ReactNode
}

/** One figure of a summary: a grey bar until it is there, and a word in its place when it could not be counted. */
export function SummaryCard({ label, hint, ...value }: SummaryCardProps) {
  return <StatCard label={label} value={<Value {...value} />} hint={hint} />
}

function Value({ summary, figure, digits }: Omit<SummaryCardProps, 'label' | 'hint'>) {
  const t = useTexts('transactions')
  if (summary === 'missing') return t('list.noSummary')
  if (summary === 'counting') {
    return (
      <>
        <Skeleton component="span" display="inline-block" width="4ch" height="1em" />
        <span className="visually-hidden">{t('list.summing')}</span>
      </>
    )
  }
  if (figure === 'total_order_value' || figure === 'total_earnings') {
    return <MoneyText amount={summary[figure]} {...(digits && { digits })} />
  }
  return <NumberText value={figure === 'count' ? summary.count : summary.counts[figure]} />
}
