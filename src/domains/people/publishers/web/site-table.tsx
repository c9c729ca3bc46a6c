import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { SiteView } from '../contract.ts'

interface SiteTableProps {
  sites: readonly SiteView[]
  empty: ReactNode
  /** Translates the name of a content category. */
  categoryText?: (name: string) => string
  /** Renders the actions of a site; without it there are none. */
  renderActions?: ((site: SiteView) => ReactNode) | undefined
}

/** A publisher's sites with their keys. On a phone a row shows name, status and key, and the rest when it is opened. */
export function SiteTable({ sites, empty, categoryText = (name) => name, renderActions }: SiteTableProps) {
  const t = useTexts('publishers')
  const columns = useColumns(renderActions, categoryText)
  return <DataTable label={t('sites.label')} columns={columns} rows={sites} rowKey={(site) => site.key} empty={empty} />
}

function useColumns(
  renderActions: SiteTableProps['renderActions'],
  categoryText: (name: string) => string,
): Column<SiteView>[] {
  const t = useTexts('publishers')
  const columns: Column<SiteView>[] = [
    {
      key: 'name',
      header: t('sites.name'),
      isTitle: true,
      cell: ({ name, address }) => (
        <Box style={{ overflowWrap: 'anywhere' }}>
          <CellText details={[address !== name && address]}>{name}</CellText>
        </Box>
      ),
    },
    { key: 'key', header: t('sites.key'), label: '', cell: (site) => <SiteKey value={site.key} /> },
    {
      key: 'content',
      header: t('sites.content'),
      place: 'more',
      cell: ({ content_categories: categories, audience_countries: countries }) => (
        <CellText details={[countries.map(({ name }) => name).join(', ')]}>
          {categories.map(({ name }) => categoryText(name)).join(', ') || '–'}
        </CellText>
      ),
    },
    { key: 'added', header: t('sites.added'), place: 'more', cell: (site) => <DateText value={site.created_at} /> },
    {
      key: 'status',
      header: t('sites.status'),
      place: 'figure',
      cell: (site) => <SiteStatus isActive={site.is_active} />,
    },
  ]
  if (renderActions) {
    columns.push({ key: 'actions', header: t('sites.actions'), align: 'end', place: 'more', cell: renderActions })
  }
  return columns
}

function SiteKey({ value }: { value: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <code>{value}</code>
      <CopyButton value={value} size="xs" />
    </Group>
  )
}

function SiteStatus({ isActive }: { isActive: boolean }) {
  const t = useTexts('publishers')
  return (
    <StatusBadge status={isActive ? 'ACTIVE' : 'PAUSED'} label={isActive ? t('sites.active') : t('sites.inactive')} />
  )
}
