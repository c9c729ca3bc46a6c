import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/money-page'
import { getLedgerCheckCall } from '#domains/money/ledger-checks/contract.ts'
import { LedgerCheckPanel } from '#domains/money/ledger-checks/web/ledger-check-panel.tsx'
import { getMoneyCall } from '#domains/money/funding/contract/billing.ts'
import { listOverdueCall } from '#domains/money/invoices/contract.ts'
import { CoverageCard, OwedAges } from '#domains/money/funding/web/funding-figures.tsx'
import { getLapsesCall, getScheduleCall } from '#domains/money/payouts/contract/schedule.ts'
import { LapsesPanel } from '#domains/money/payouts/web/lapses-panel.tsx'
import { DraftNotice, PayableByRun } from '#domains/money/payouts/web/schedule-panel.tsx'
import { listTaxFormsCall } from '#domains/people/taxes/contract.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [money, invoices, check, taxes, schedule, lapses] = await Promise.all([
    call(getMoneyCall),
    call(listOverdueCall),
    call(getLedgerCheckCall),
    call(listTaxFormsCall, { query: {} }),
    call(getScheduleCall),
    call(getLapsesCall),
  ])
  const meta = getPageMeta(context, 'funding.operator.title', ['funding', 'invoices', 'ledger-checks', 'taxes', 'runs'])
  const data = { money: money.data, invoices: invoices.data, check: check.data, waitingForms: taxes.data.waiting }
  return { ...meta, ...data, schedule: schedule.data, lapses: lapses.data }
}

export const meta: Route.MetaFunction = titleMeta

export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Money data={loaderData} />
    </TextsProvider>
  )
}

/** The figures; a check that found differences stands before them. */
function Money({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { money, invoices, check, waitingForms, schedule, lapses } = data
  const t = useTexts('funding')
  const taxes = useTexts('taxes')
  const isRight = check === null || check.differences === 0
  return (
    <>
      <PageHeader
        title={t('operator.title')}
        text={t('operator.text')}
        actions={
          <>
            <Button component={Link} to="/operator/money/runs" variant="default">
              {t('operator.runs')}
            </Button>
            <Button component={Link} to="/operator/money/bank" variant="default">
              {t('operator.bank')}
            </Button>
            <Button component={Link} to="/operator/money/invoices" variant="default">
              {t('operator.invoices')}
            </Button>
            <Button component={Link} to="/operator/money/tax-forms" variant="default">
              {taxes('operator.waiting', { count: waitingForms })}
            </Button>
            <Button component={Link} to="/operator/money/exchange-rates" variant="default">
              {t('operator.rates')}
            </Button>
            <Button component={Link} to="/operator/money/advertisers" variant="default">
              {t('operator.advertisers')}
            </Button>
          </>
        }
      />
      {!isRight && <LedgerCheckPanel check={check} />}
      <DraftNotice schedule={schedule} />
      <StatRow>
        <StatCard
          label={t('figures.owed')}
          value={<MoneyText amount={money.owed} />}
          hint={t('figures.orders', { count: money.uncovered_orders })}
        />
        <CoverageCard coverage={money.coverage} />
        <StatCard
          label={t('figures.usedUp')}
          value={t('figures.usedUpHint', { count: money.used_up })}
          {...(money.used_up > 0 ? { tone: 'warn' as const } : {})}
        />
      </StatRow>
      <StatRow>
        <StatCard
          label={t('figures.funds')}
          value={<MoneyText amount={money.funds} />}
          hint={t('figures.allFundsHint')}
        />
        <StatCard
          label={t('figures.creditUsed')}
          value={<MoneyText amount={money.credit_used} />}
          hint={t('figures.creditUsedHint')}
        />
        <StatCard
          label={t('figures.payable')}
          value={<MoneyText amount={money.payable} />}
          hint={t('figures.payableHint')}
        />
      </StatRow>
      <OpenInvoices invoices={invoices} />
      <PayableByRun schedule={schedule} />
      <OwedAges ages={money.owed_by_age} />
      <LapsesPanel lapses={lapses} />
      {isRight && <LedgerCheckPanel check={check} />}
    </>
  )
}

function OpenInvoices({ invoices }: Pick<Route.ComponentProps['loaderData'], 'invoices'>) {
  const t = useTexts('invoices')
  return (
    <StatRow>
      <StatCard label={t('operator.open')} value={<MoneyText amount={invoices.open} digits={2} />} />
      <StatCard
        label={t('operator.overdue')}
        value={<MoneyText amount={invoices.overdue} digits={2} />}
        hint={t('operator.overdueCount', { count: invoices.overdue_count })}
        {...(invoices.overdue_count > 0 ? { tone: 'bad' as const } : {})}
      />
    </StatRow>
  )
}
