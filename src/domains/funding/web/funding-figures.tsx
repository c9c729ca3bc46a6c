import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { BillingView, OwedByAge } from '../contract.ts'

/** The funds of an advertiser, what they can cover, and what is not covered. */
export function FundingFigures({ billing }: { billing: BillingView }) {
  const t = useTexts('funding')
  const { available, owed, credit_limit: limit, uncovered_orders: orders, ladder } = billing
  const shownLimit = <MoneyText amount={limit} />
  return (
    <StatRow>
      <CoveredDaysCard funds={billing} />
      <StatCard
        label={t('figures.available')}
        value={<MoneyText amount={available} />}
        hint={
          billing.mode === 'postpaid'
            ? t.rich('figures.limitHint', { limit: () => shownLimit })
            : t('figures.fundsHint')
        }
      />
      <StatCard
        label={t('figures.owed')}
        value={<MoneyText amount={owed} />}
        hint={t('figures.orders', { count: orders })}
        {...(ladder.level === 'used_up' ? { tone: 'bad' as const } : {})}
      />
      <CoverageCard coverage={billing.coverage} />
    </StatRow>
  )
}

/** What the home of a brand shows of its money. */
export type Funds = Pick<BillingView, 'available' | 'owed' | 'coverage' | 'covered_days' | 'daily_cost' | 'ladder'>

/** From how many days on the coverage is coloured. */
const FEW_DAYS = 14

/** For how many days funds and credit last, and at which cost of a day. */
function CoveredDaysCard({ funds }: { funds: Pick<Funds, 'covered_days' | 'daily_cost'> }) {
  const t = useTexts('funding')
  const { covered_days: days, daily_cost: cost } = funds
  const shownCost = <MoneyText amount={cost} />
  const tone = days === 0 ? ('bad' as const) : ('warn' as const)
  return (
    <StatCard
      label={t('figures.days')}
      value={days === null ? '–' : t('figures.daysValue', { days })}
      hint={days === null ? t('figures.noDays') : t.rich('figures.daysHint', { cost: () => shownCost })}
      {...(days !== null && days < FEW_DAYS ? { tone } : {})}
    />
  )
}

/** What the funds of an advertiser can cover and what is not covered, for its home. */
export function FundsSummary({ funds }: { funds: Funds }) {
  const t = useTexts('funding')
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
        value={<MoneyText amount={funds.owed} />}
        hint={t(`level.${funds.ladder.level}`)}
        {...(funds.ladder.level === 'free' ? {} : { tone: funds.ladder.level === 'low' ? 'warn' : 'bad' })}
      />
      <CoverageCard coverage={funds.coverage} />
    </StatRow>
  )
}

/** Covered commission among the confirmed commission of the last 90 days. */
export function CoverageCard({ coverage }: { coverage: number | null }) {
  const t = useTexts('funding')
  const hint = coverage === null ? t('figures.noCoverage') : t('figures.coverageHint')
  return <StatCard label={t('figures.coverage')} value={<Percent value={coverage} />} hint={hint} />
}

function Percent({ value }: { value: number | null }) {
  if (value === null) return '–'
  return (
    <span>
      <NumberText value={value} digits={1} /> %
    </span>
  )
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
