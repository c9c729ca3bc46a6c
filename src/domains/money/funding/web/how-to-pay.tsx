import { Anchor, Stack, Text } from '@mantine/core'
import { formatPaymentReference } from '#kernel/payment-reference.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { BillingView } from '../contract/billing.ts'

type Payer = Pick<BillingView, 'advertiser_id' | 'how_to_pay'>

/** The account and the reference of a transfer to the network, or that the network has not said yet how to pay. */
export function PayTo({ billing: { advertiser_id: advertiserId, how_to_pay: howToPay } }: { billing: Payer }) {
  const t = useTexts('funding')
  const { supportEmail } = useSession().network
  if (howToPay === null) {
    const address = <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
    return <Text>{t.rich('pay.notSaid', { email: () => address })}</Text>
  }
  return (
    <Stack gap="xs">
      <CopyField label={t('pay.holder')} value={howToPay.account_holder} />
      <CopyField label={t('pay.account')} value={howToPay.account} />
      {howToPay.bank !== '' && <CopyField label={t('pay.bank')} value={howToPay.bank} />}
      <CopyField label={t('pay.reference')} value={formatPaymentReference(advertiserId)} />
      {howToPay.note !== '' && <Text>{howToPay.note}</Text>}
    </Stack>
  )
}

/** How a brand pays: in advance or later, to which account, and with which reference. */
export function HowToPay({ billing }: { billing: Payer & Pick<BillingView, 'mode' | 'credit_limit'> }) {
  const t = useTexts('funding')
  const limit = <MoneyText amount={billing.credit_limit} />
  const isPrepaid = billing.mode === 'prepaid'
  return (
    <Panel title={t('brand.how')}>
      <Stack gap="md">
        <Text>{isPrepaid ? t('brand.howPrepaid') : t.rich('brand.howPostpaid', { limit: () => limit })}</Text>
        <PayTo billing={billing} />
        {billing.how_to_pay !== null && <Text c="dimmed">{t(isPrepaid ? 'brand.howText' : 'brand.howInvoice')}</Text>}
      </Stack>
    </Panel>
  )
}
