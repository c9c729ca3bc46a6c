import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { InvoiceView } from '../contract.ts'
import { InvoiceStateBadge } from './invoice-table.tsx'

/** The invoices that are not paid, each with the reference and the amount of its transfer; nothing without any. */
export function OpenInvoices({ invoices }: { invoices: readonly InvoiceView[] }) {
  const t = useTexts('invoices')
  if (invoices.length === 0) return null
  return (
    <Panel title={t('toPay.title')} text={t('toPay.text')}>
      <Stack gap="md">
        {invoices.map((invoice) => (
          <OpenInvoice key={invoice.number} invoice={invoice} />
        ))}
      </Stack>
    </Panel>
  )
}

function OpenInvoice({ invoice: { number, open, due_on: dueOn, state } }: { invoice: InvoiceView }) {
  const t = useTexts('invoices')
  const day = <DateText value={dueOn} />
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text>{t.rich('toPay.due', { day: () => day })}</Text>
        <InvoiceStateBadge state={state} />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CopyField label={t('toPay.reference')} value={number} />
        {/* What is open has whole cents. */}
        <CopyField label={t('toPay.amount')} value={open.replace(/00$/, '')} />
      </SimpleGrid>
    </Stack>
  )
}
