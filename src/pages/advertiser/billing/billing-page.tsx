import { Stack, Text } from '@mantine/core'
import type { Route } from './+types/billing-page'
import { getOwnBillingCall } from '#domains/funding/contract.ts'
import type { BillingView } from '#domains/funding/contract.ts'
import { FundingFigures, OwedAges } from '#domains/funding/web/funding-figures.tsx'
import { DepositTable, FundsMonths } from '#domains/funding/web/funds-tables.tsx'
import { FundsWarning, LadderPanel } from '#domains/funding/web/ladder-panel.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data: billing } = await context.get(callContext)(getOwnBillingCall)
  return { ...getPageMeta(context, 'funding.brand.title', ['funding']), billing }
}

export const meta: Route.MetaFunction = titleMeta

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Billing billing={loaderData.billing} />
    </TextsProvider>
  )
}

function Billing({ billing }: { billing: BillingView }) {
  const t = useTexts('funding')
  return (
    <>
      <PageHeader eyebrow={billing.advertiser_name} title={t('brand.title')} text={t('brand.text')} />
      <FundsWarning billing={billing} />
      <FundingFigures billing={billing} />
      {billing.uncovered_orders > 0 && <OwedAges ages={billing.owed_by_age} />}
      <LadderPanel ladder={billing.ladder} />
      <HowToPay billing={billing} />
      <DepositTable deposits={billing.deposits} />
      <FundsMonths billing={billing} />
    </>
  )
}

function HowToPay({ billing }: { billing: BillingView }) {
  const t = useTexts('funding')
  const limit = <MoneyText amount={billing.credit_limit} />
  const reference = <strong>{`BRAND-${billing.advertiser_id}`}</strong>
  return (
    <Panel title={t('brand.how')}>
      <Stack gap="xs">
        <Text>
          {billing.mode === 'prepaid' ? t('brand.howPrepaid') : t.rich('brand.howPostpaid', { limit: () => limit })}
        </Text>
        <Text c="dimmed">{t.rich('brand.howText', { reference: () => reference })}</Text>
      </Stack>
    </Panel>
  )
}
