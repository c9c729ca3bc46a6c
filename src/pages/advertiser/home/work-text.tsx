import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, MoneyText, NumberText, PercentText } from '#ui/money-text.tsx'
import type { BudgetView } from '#domains/partners/budgets/contract.ts'
import type { FindingView } from '#domains/figures/reports/contract/advertiser.ts'
import type { WorkItem } from './work-items.ts'

/** The page on which a line is worked off; undefined where the network does it. */
export function getWorkPath(item: WorkItem): string | undefined {
  if (item.kind === 'due') return '/brand/orders'
  if (item.kind === 'claims') return '/brand/claims'
  if (item.kind === 'joins') return '/brand/publishers/requests'
  if (item.kind === 'source') return '/brand/transactions/source'
  if (item.kind === 'budget') return '/brand/budget'
  if (item.kind !== 'anomaly') return '/brand/billing'
  const { rule, publisher } = item.finding
  return publisher ? `/brand/reports?group=day&publisher_id=${publisher.id}` : ANOMALY_PATHS[rule]
}

const ANOMALY_PATHS: Record<FindingView['rule'], string> = {
  revenue: '/brand/reports?group=day&compare=1',
  reversals: '/brand/reports?sort=reversal_rate',
  silent_publisher: '/brand/reports',
  no_clicks: '/brand/tracking',
  conversion: '/brand/tracking',
}

/** What a line is about, with its two figures. */
export function WorkTitle({ item }: { item: WorkItem }) {
  const t = useTexts('advertiser-home')
  if (item.kind === 'due') return t(`due.${item.due.end}.title`, { count: item.due.count })
  if (item.kind === 'claims') return t('claims.title', { count: item.count })
  if (item.kind === 'joins') return t('joins.title', { count: item.count })
  if (item.kind === 'source') return t('source.title')
  if (item.kind === 'low') return t('low.title', { percent: item.percent })
  if (item.kind === 'uncovered') return t('uncovered.title')
  if (item.kind === 'overdue') return t('overdue.title', { count: item.count })
  if (item.kind === 'budget') return <BudgetTitle budget={item.budget} />
  return <AnomalyTitle finding={item.finding} />
}

function AnomalyTitle({ finding }: { finding: FindingView }) {
  const t = useTexts('advertiser-home')
  const { rule, publisher } = finding
  return t.rich(`anomaly.${rule}.title`, {
    publisher: publisher?.name ?? '',
    now: () => <Compared finding={finding} value={finding.now} />,
    before: () => <Compared finding={finding} value={finding.before} />,
  })
}

function BudgetTitle({ budget: { period, publisher_name: publisher, forecast } }: { budget: BudgetView }) {
  const t = useTexts('advertiser-home')
  const day = forecast?.kind === 'day' ? forecast.day : undefined
  const shownDay = <DateText value={day ?? ''} />
  const title = day === undefined ? t(`budget.${period}`) : t.rich('budget.soon', { day: () => shownDay })
  return publisher === null ? title : t.rich('budget.of', { title: () => title, publisher })
}

/** What happens by itself, or how the figures were compared. */
export function WorkDetail({ item }: { item: WorkItem }) {
  const t = useTexts('advertiser-home')
  if (item.kind === 'due') {
    const { end, order_value: value, first_due_at: at } = item.due
    return t.rich(`due.${end}.text`, {
      value: () => <MoneyText amount={value} />,
      at: () => <DateText value={at} withTime />,
    })
  }
  if (item.kind === 'claims') return t('claims.text')
  if (item.kind === 'joins') return t('joins.text')
  if (item.kind === 'source') return t(`source.${item.reason}`)
  if (item.kind === 'low') return t('low.text')
  if (item.kind === 'uncovered') return t(`uncovered.${item.step}`)
  if (item.kind === 'overdue') return t.rich('overdue.text', { since: () => <DateText value={item.since} /> })
  if (item.kind === 'budget') return t(`budget.then.${item.budget.in_force?.consequence ?? 'tell'}`)
  return t(`anomaly.${item.finding.rule}.text`)
}

function Compared({ finding, value }: { finding: FindingView; value: string | null }) {
  if (value === null) return null
  if (finding.rule === 'revenue') return <MoneyText amount={value} />
  const isShare = finding.rule === 'reversals' || finding.rule === 'conversion'
  return isShare ? <PercentText value={value} digits={2} /> : <NumberText value={value} />
}

/** Returns the names of the rules that found nothing unusual, and of those with too little to compare. */
export function useFindingNames(findings: readonly FindingView[]): [normal: string, tooLittle: string] {
  const t = useTexts('advertiser-home')
  const locale = useLocale()
  const format = new Intl.ListFormat(locale)
  const nameAll = (outcome: FindingView['outcome']) =>
    format.format(findings.filter((one) => one.outcome === outcome).map(({ rule }) => t(`anomaly.${rule}.name`)))
  return [nameAll('normal'), nameAll('too_little')]
}
