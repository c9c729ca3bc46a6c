import { Group } from '@mantine/core'
import { BarChart, LineChart } from '#ui/chart.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterBar, FilterField } from '#ui/filter-bar.tsx'
import { HashTabs } from '#ui/hash-tabs.tsx'
import { Lettermark } from '#ui/lettermark.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import { SortSelect } from '#ui/sort-select.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'

const NAMES = ['Gomino', 'bonprix', 'Anthropologie', 'Sport Chek', 'Walmart', 'Lululemon', 'Mobile Legends', 'eBay']
const STATES: Status[] = ['PENDING', 'CONFIRMED', 'CANCELLED', 'PAID', 'DRAFT', 'REVIEW', 'ACTIVE', 'DUPLICATE']

const rows = NAMES.map((name, index) => ({
  name,
  clicks: 18_240 - index * 2_113,
  commission: `${412 - index * 37}.${index}825`,
  status: STATES[index] ?? 'DRAFT',
  day: `2026-10-${String(index + 4).padStart(2, '0')}`,
}))

type Row = (typeof rows)[number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Advertiser',
    isTitle: true,
    cell: (row) => (
      <span style={{ display: 'inline-flex', alignItems: 'center', gap: '0.7rem' }}>
        <Lettermark name={row.name} size={34} />
        {row.name}
      </span>
    ),
  },
  { key: 'day', header: 'Last sale', cell: (row) => <DateText value={row.day} /> },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'clicks',
    header: 'Clicks',
    align: 'end',
    sortKey: 'click_count',
    cell: (row) => <NumberText value={row.clicks} />,
  },
  {
    key: 'commission',
    header: 'Commission',
    align: 'end',
    sortKey: 'commission',
    cell: (row) => <MoneyText amount={row.commission} digits={4} />,
  },
]

const days = Array.from({ length: 30 }, (_, index) => ({
  day: `10/${index + 1}`,
  commission: Math.round(900 + 500 * Math.sin(index / 2.2) + index * 21),
}))

const curl = `curl "https://tandem.example/postback" \\
  --data-urlencode "token=…" --data-urlencode "click_id=…" \\
  --data-urlencode "order_id=A-1001" --data-urlencode "amount=129.90"`

/** Everything that shows figures and states. */
export function DataSamples({ page, sort }: { page: number; sort: string }) {
  return (
    <>
      <StatRow>
        <StatCard label="Clicks" value={<NumberText value={68_213} />} hint="12 % more than last week" tone="good" />
        <StatCard label="Transactions" value={<NumberText value={1_204} />} hint="In this range" />
        <StatCard label="Commission" value={<MoneyText amount="8412.2205" />} hint="$1,093 pending" tone="warn" />
        <StatCard label="EPC (per click)" value={<MoneyText amount="0.1233" />} />
      </StatRow>
      <Panel title="Commission by day" actions={<DateRange begin="2026-10-01" end="2026-10-30" today="2026-10-30" />}>
        <LineChart
          label="Commission by day"
          data={days}
          x="day"
          series={[{ key: 'commission', label: 'Commission' }]}
          prefix="$"
        />
      </Panel>
      <Panel
        title="Your advertisers"
        flush
        actions={
          <>
            <FilterBar fields={['keyword']}>
              <FilterField name="keyword" label="Keyword" placeholder="Name or domain" />
            </FilterBar>
            <SortSelect
              value={sort}
              options={[
                { value: 'click_count', label: 'Clicks' },
                { value: 'commission', label: 'Commission' },
              ]}
            />
            <PageSizeSelect sizes={[20, 30, 50]} value={20} />
          </>
        }
      >
        <DataTable
          label="Your advertisers"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.name}
          sort={sort}
          totals={{
            name: 'Total',
            clicks: <NumberText value={86_748} />,
            commission: <MoneyText amount="2263.2600" digits={4} />,
          }}
        />
        <Paginator page={page} pageSize={20} count={231} />
      </Panel>
      <Panel title="Clicks by advertiser">
        <BarChart
          label="Clicks by advertiser"
          data={rows.map(({ name, clicks }) => ({ name, clicks }))}
          x="name"
          isCount
          series={[{ key: 'clicks', label: 'Clicks' }]}
        />
      </Panel>
      <Panel title="States">
        <Group gap="sm">
          {STATES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Group>
      </Panel>
      <Panel title="Nothing yet" flush>
        <EmptyState
          art="link"
          title="No links yet"
          text="Make your first link and it will appear here with its clicks."
        />
      </Panel>
      <Panel title="Something failed">
        <ErrorPanel message="The report did not answer in time. Nothing was changed." />
      </Panel>
      <Panel title="Take along">
        <CopyField
          label="Your link"
          value="https://tandem.example/r?key=8f3a21&id=spring&url=https%3A%2F%2Fshop.example%2F"
        />
        <div style={{ height: 'var(--space-4)' }} />
        <HashTabs
          label="Recipes"
          tabs={[
            { id: 'curl', label: 'curl', content: <CodeBlock label="Report an order" code={curl} /> },
            { id: 'node', label: 'Node', content: <CodeBlock label="Report an order" code="await fetch(url)" /> },
          ]}
        />
      </Panel>
    </>
  )
}
