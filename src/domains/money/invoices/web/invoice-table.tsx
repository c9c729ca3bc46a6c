import { Group } from '@mantine/core'
import { Link } from 'react-router'
import { buildAddress } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FileLink } from '#ui/file-link.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { InvoiceView } from '../contract.ts'
import type { InvoiceState } from '../rules.ts'

interface InvoiceTableProps {
  invoices: readonly InvoiceView[]
  /** The paths of the calls that reply with the files of an invoice; their contract would load zod. */
  files: { pdf: string; csv: string }
  /** Names the advertiser of each invoice, with a link to its money. */
  hasAdvertiser?: boolean
  /** The page with the orders of an invoice. */
  linesPath?: string
  empty: { title: string; text: string }
}

/** Invoices with what of them is not paid, and their files. */
export function InvoiceTable({ invoices, files, hasAdvertiser = false, linesPath, empty }: InvoiceTableProps) {
  const t = useTexts('invoices')
  const columns = useColumns(files, linesPath)
  return (
    <DataTable
      label={t('title')}
      columns={hasAdvertiser ? columns : columns.filter(({ key }) => key !== 'advertiser')}
      rows={invoices}
      rowKey={({ invoice_id: id }) => id}
      empty={<EmptyState {...empty} />}
    />
  )
}

function useColumns(files: InvoiceTableProps['files'], linesPath: string | undefined): Column<InvoiceView>[] {
  const t = useTexts('invoices')
  const month = useMonthName()
  return [
    { key: 'number', header: t('column.number'), isTitle: true, cell: ({ number }) => number },
    {
      key: 'advertiser',
      header: t('column.advertiser'),
      place: 'detail',
      cell: ({ advertiser_id: id, advertiser_name: name }) => (
        <Link to={`/operator/money/advertisers/${id}`}>{name}</Link>
      ),
    },
    { key: 'month', header: t('column.month'), place: 'more', cell: (row) => month(row.month) },
    { key: 'due', header: t('column.due'), place: 'more', cell: ({ due_on: day }) => <DateText value={day} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ invoice_id: id, amount }) => {
        const shown = <MoneyText amount={amount} digits={2} />
        return linesPath === undefined ? shown : <Link to={`${linesPath}?invoice_id=${id}`}>{shown}</Link>
      },
    },
    {
      key: 'open',
      header: t('column.open'),
      align: 'end',
      cell: ({ open }) => <MoneyText amount={open} digits={2} />,
    },
    {
      key: 'state',
      header: t('column.state'),
      place: 'status',
      cell: ({ state }) => <InvoiceStateBadge state={state} />,
    },
    { key: 'files', header: t('column.files'), place: 'more', cell: (row) => <Files invoice={row} files={files} /> },
  ]
}

function Files({ invoice, files }: { invoice: InvoiceView; files: InvoiceTableProps['files'] }) {
  const t = useTexts('invoices')
  const { invoice_id: invoiceId, number } = invoice
  const ids = { params: { invoice_id: invoiceId } }
  return (
    <Group gap="sm" wrap="nowrap">
      <FileLink href={buildAddress(files.pdf, ids)} label={t('pdfOf', { number })}>
        PDF
      </FileLink>
      <FileLink href={buildAddress(files.csv, { ...ids, query: { bom: '1' } })} label={t('csvOf', { number })}>
        CSV
      </FileLink>
    </Group>
  )
}

const LOOKS = { open: 'PENDING', overdue: 'REJECTED', paid: 'PAID' } as const

/** Whether an invoice is open, overdue or paid. */
export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  const t = useTexts('invoices')
  return <StatusBadge status={LOOKS[state]} label={t(`state.${state}`)} />
}
