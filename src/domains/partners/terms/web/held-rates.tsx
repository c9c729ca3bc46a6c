import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import type { HeldRate } from '../contract/price.ts'
import { PeriodText } from './rate-lines.tsx'

/** Returns a function that says for which orders a rate is. */
export function useRateName() {
  const t = useTexts('rates')
  return ({ action_type: event, audience, audience_name: name, product_group: group, region, customer }: HeldRate) => {
    const who = audience === 'everyone' ? null : (name ?? t(`held.${audience}`))
    return [event, who, group, region, customer && t(`customer.${customer}`)].filter((each) => each !== null).join(', ')
  }
}

/** The rates that hold for a publisher. */
export function HeldRates({ rates }: { rates: readonly HeldRate[] }) {
  const t = useTexts('rates')
  const columns = useColumns()
  return (
    <DataTable
      label={t('lines.label')}
      columns={columns}
      rows={rates}
      rowKey={({ rule, action_type: event }) => `${rule}.${event}`}
    />
  )
}

function useColumns(): Column<HeldRate>[] {
  const t = useTexts('rates')
  return [
    {
      key: 'event',
      header: t('lines.event'),
      isTitle: true,
      cell: ({ action_type: event, product_group: group, region, customer }) => (
        <CellText details={[group, region, customer && t(`customer.${customer}`)]}>{event}</CellText>
      ),
    },
    { key: 'who', header: t('held.for'), place: 'detail', cell: ({ audience }) => t(`held.${audience}`) },
    { key: 'rate', header: t('lines.rate'), align: 'end', place: 'figure', cell: ({ text }) => <b>{text}</b> },
    { key: 'period', header: t('lines.period'), cell: (rate) => <PeriodText line={rate} /> },
  ]
}
