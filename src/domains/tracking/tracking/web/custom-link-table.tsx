import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { CustomLinkView } from '../contract.ts'
import { QrButton } from './qr-button.tsx'

/** The last links that a publisher made, ready to be copied again or edited. */
export function CustomLinkTable({ links }: { links: readonly CustomLinkView[] }) {
  const t = useTexts('tracking')
  return (
    <DataTable
      label={t('customLink.last.title')}
      columns={useColumns()}
      rows={links}
      rowKey={(link) => link.tracking_url}
      empty={<EmptyState art="link" title={t('customLink.last.emptyTitle')} text={t('customLink.last.emptyText')} />}
    />
  )
}

function useColumns(): Column<CustomLinkView>[] {
  const t = useTexts('tracking')
  return [
    { key: 'page', header: t('customLink.last.page'), isTitle: true, cell: (link) => <Page link={link} /> },
    { key: 'site', header: t('customLink.last.site'), cell: (link) => link.site_name },
    { key: 'subIds', header: t('customLink.last.subIds'), cell: (link) => listSubIds(link).join(', ') || '–' },
    {
      key: 'made',
      header: t('customLink.last.made'),
      place: 'none',
      cell: (link) => <DateText value={link.made_at} withTime />,
    },
    {
      key: 'actions',
      header: t('customLink.last.actions'),
      align: 'end',
      place: 'status',
      cell: (link) => <Actions link={link} />,
    },
  ]
}

function Page({ link }: { link: CustomLinkView }) {
  const { host, pathname, search } = new URL(link.url)
  const rest = `${pathname}${search}`
  return <CellText details={[rest.length > MAX_PATH ? `${rest.slice(0, MAX_PATH)}…` : rest]}>{host}</CellText>
}

const MAX_PATH = 80

function listSubIds({ id, sub2, sub3, sub4, sub5 }: CustomLinkView): string[] {
  return [id, sub2, sub3, sub4, sub5].filter((subId) => subId !== '')
}

function Actions({ link }: { link: CustomLinkView }) {
  const t = useTexts('tracking')
  const { site_key: key, url, id, sub2, sub3, sub4, sub5 } = link
  const given = Object.entries({ key, url, id, sub2, sub3, sub4, sub5 }).filter(([, value]) => value !== '')
  return (
    <RowActions>
      <CopyButton value={link.tracking_url} size="xs" />
      <QrButton text={link.short_url} host={new URL(url).host} size="xs" />
      <Button component={Link} to={`/custom_link?${new URLSearchParams(given)}`} size="xs" variant="subtle">
        {t('customLink.last.again')}
      </Button>
    </RowActions>
  )
}
