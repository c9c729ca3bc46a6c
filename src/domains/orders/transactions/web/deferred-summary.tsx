import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Await } from 'react-router'
import type { z } from 'zod'
import type { Deferred } from '#platform/web/deferred.ts'
import { ROW_PARAMS } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import type { summariseReviewCall } from '../contract/calls.ts'

/** Number and sums of a list, which may load after its rows. */
export type Summary = z.infer<typeof summariseReviewCall.reply>['data']

/** A summary, or the reason why it is missing. */
export type SummaryState = Summary | 'counting' | 'missing'

interface DeferredSummaryProps {
  summary: Deferred<Summary>
  Figures: ComponentType<{ summary: SummaryState }>
}

/** Shows the figures of a list: `counting` until they have loaded and `missing` if loading fails. */
export function DeferredSummary({ summary, Figures }: DeferredSummaryProps) {
  return (
    <Reloading foreignParams={ROW_PARAMS}>
      <Suspense fallback={<Figures summary="counting" />}>
        <Await resolve={summary} errorElement={<Figures summary="missing" />}>
          {(counted) => <Figures summary={counted ?? 'missing'} />}
        </Await>
      </Suspense>
    </Reloading>
  )
}

/** Downloads the rows of a list that are summed up; with progress once their number has loaded. */
export function SummaryDownload({ summary, href }: Pick<DeferredSummaryProps, 'summary'> & { href: string }) {
  const t = useTexts('transactions')
  const button = (rows: number) => <DownloadButton isTool href={href} rows={rows} label={t('list.download')} />
  return (
    <Suspense fallback={button(Infinity)}>
      <Await resolve={summary} errorElement={button(Infinity)}>
        {(counted) => button(counted?.count ?? Infinity)}
      </Await>
    </Suspense>
  )
}

interface SummaryCardProps {
  label: ReactNode
  summary: SummaryState
  /** The figure that the card shows: a sum, or the number of all transactions or of those of one status. */
  figure: 'total_order_value' | 'total_earnings' | 'count' | keyof Summary['counts']
  digits?: 2 | 4
  hint?: ReactNode
}

/** Shows one figure of a summary: a grey bar until it has loaded, and a word in its place if loading fails. */
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
