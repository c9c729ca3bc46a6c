import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FIGURE_DAYS } from '#domains/programmes/programs/rules.ts'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { MoneyText, PercentText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { BillingView, OwedByAge } from '../contract/billing.ts'
import { getShownLevel } from './shown-level.ts'

/** The funds of an advertiser, what they can cover, and what is not covered. */
export function FundingFigures({ billing, linesPath }: { billing: BillingView; linesPath?: string }) {
  const t = useTexts('funding')
  const { available, owed, credit_limit: limit, uncovered_orders: orders, ladder } = billing
  const shownLimit = <MoneyText amount={limit} />
  return (
    <StatRow>
      <CoveredDaysCard funds={billing} />
      <StatCard
        label={t('figures.available')}
        value={<Linked to={linesPath} amount={available} />}
        hint={
          billing.mode === 'postpaid'
            ? t.rich('figures.limitHint', { limit: () => shownLimit })
            : t('figures.fundsHint')
        }
      />
      <StatCard
        label={t('figures.owed')}
        value={<Linked to={linesPath && `${linesPath}?of=uncovered`} amount={owed} />}
        hint={t(isBeingCovered(billing) ? 'figures.ordersSoon' : 'figures.orders', { count: orders })}
        {...(ladder.level === 'used_up' ? { tone: 'bad' as const } : {})}
      />
      <CoverageCard coverage={billing.coverage} hasRows={linesPath !== undefined} />
    </StatRow>
  )
}

/** Whether the money suffices for all that is owed, so that the next run of a job covers it. */
function isBeingCovered({ available, owed }: Pick<Funds, 'available' | 'owed'>): boolean {
  const [free = 0n, due = 0n] = [parseAmount(available), parseAmount(owed)]
  return due > 0n && due <= free
}

/** An amount that leads to its rows. */
function Linked({ to, amount }: { to: string | undefined; amount: string }) {
  const shown = <MoneyText amount={amount} />
  return to === undefined ? shown : <RowsLink to={to}>{shown}</RowsLink>
}

function RowsLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} c="inherit" inherit underline="hover">
      {children}
    </Anchor>
  )
}

/** What the home of a brand shows of its money. */
export type Funds = Pick<
  BillingView,
  'available' | 'owed' | 'coverage' | 'covered_days' | 'daily_cost' | 'cost_days' | 'ladder'
>

/** From how many days on the coverage is coloured. */
const FEW_DAYS = 14

/** For how many days funds and credit last, and at which cost of a day; or why that is not known. */
function CoveredDaysCard({ funds }: { funds: Pick<Funds, 'covered_days' | 'daily_cost' | 'cost_days' | 'owed'> }) {
  const t = useTexts('funding')
  const { covered_days: days, daily_cost: cost, cost_days: costDays } = funds
  const shownCost = <MoneyText amount={cost ?? '0'} />
  const tone = days === 0 ? ('bad' as const) : ('warn' as const)
  const few = costDays === 0 ? t('figures.noDays') : t('figures.fewDays', { days: costDays })
  const mean = cost === null ? few : t.rich('figures.daysHint', { cost: () => shownCost, days: costDays })
  return (
    <StatCard
      label={t('figures.days')}
      value={days === null ? '–' : t('figures.daysValue', { days })}
      hint={days === 0 && Number(funds.owed) > 0 ? t('figures.moreOwed') : mean}
      {...(days !== null && days < FEW_DAYS ? { tone } : {})}
    />
  )
}

/** What the funds of an advertiser can cover and what is not covered, for its home. */
export function FundsSummary({ funds, hasOverdue }: { funds: Funds; hasOverdue: boolean }) {
  const t = useTexts('funding')
  const level = getShownLevel({ ...funds, hasOverdue })
  return (
    <StatRow>
      <CoveredDaysCard funds={funds} />
      <StatCard
        label={t('figures.available')}
        value={<MoneyText amount={funds.available} />}
        hint={<Link to="/brand/billing">{t('brand.title')}</Link>}
      />
      <StatCard
        label={t('figures.owed')}
        value={<Linked to="/brand/billing/lines?of=uncovered" amount={funds.owed} />}
        hint={t(`level.${level}`)}
        {...(level === 'free' ? {} : { tone: level === 'used_up' || level === 'overdue' ? 'bad' : 'warn' })}
      />
      <CoverageCard coverage={funds.coverage} hasRows />
    </StatRow>
  )
}

interface CoverageCardProps {
  coverage: number | null
  /** Whether the reader is the advertiser, whose list has the orders that are counted. */
  hasRows?: boolean
}

/** Covered commission among the confirmed commission of the last 90 days. */
export function CoverageCard({ coverage, hasRows = false }: CoverageCardProps) {
  const t = useTexts('funding')
  const { today } = useSession()
  const shown = coverage === null ? '–' : <PercentText value={coverage} />
  const rows = hasRows && coverage !== null && today !== undefined && getCountedPath(today)
  return (
    <StatCard
      label={t('figures.coverage')}
      value={rows ? <RowsLink to={rows}>{shown}</RowsLink> : shown}
      hint={coverage === null ? t('figures.noCoverage') : t('figures.coverageHint')}
    />
  )
}

/** Builds the address of the confirmed orders whose commission the coverage counts. */
function getCountedPath(today: Day): string {
  const search = new URLSearchParams({ begin: addDays(today, -FIGURE_DAYS), end: today, status: 'CONFIRMED' })
  return `/brand/transactions?${search.toString()}`
}

const AGES = ['up_to_30', 'up_to_60', 'up_to_90', 'over_90'] as const

/** What is not covered, by the days since the confirmation. */
export function OwedAges({ ages }: { ages: OwedByAge }) {
  const t = useTexts('funding')
  return (
    <Panel title={t('age.title')}>
      <Facts
        layout="line"
        facts={AGES.map((age) => [t(`age.${age}`), <MoneyText key={age} amount={ages[age]} />] as const)}
      />
    </Panel>
  )
}
