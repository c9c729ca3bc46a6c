import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { ItemView } from '../contract/transaction.ts'

interface ItemTableProps {
  label: string
  items: readonly ItemView[]
  currency: string
}

/** The items of an order; nothing if it has none. */
export function ItemTable({ label, items, currency }: ItemTableProps) {
  const columns = useColumns(
    currency,
    items.some(({ quantity }) => quantity !== null),
  )
  if (items.length === 0) return null
  const rows = items.map((item, index) => ({ ...item, line: index + 1 }))
  return (
    <>
      <Text fw={650}>{label}</Text>
      <DataTable label={label} columns={columns} rows={rows} rowKey={({ line }) => line} />
    </>
  )
}

function useColumns(currency: string, hasQuantities: boolean): Column<ItemView & { line: number }>[] {
  const t = useTexts('transactions')
  const quantities: Column<ItemView & { line: number }> = {
    key: 'quantity',
    header: t('item.quantity'),
    align: 'end',
    cell: ({ quantity }) => quantity ?? '–',
  }
  return [
    {
      key: 'item',
      header: t('item.item'),
      isTitle: true,
      place: 'title',
      cell: ({ sku, group }) => <CellText details={[sku !== null && group]}>{sku ?? group}</CellText>,
    },
    ...(hasQuantities ? [quantities] : []),
    {
      key: 'amount',
      header: t('item.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} currency={currency} />,
    },
  ]
}
