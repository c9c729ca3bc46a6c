import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import type { ShortLinkView } from '../contract.ts'
import { QrButton } from './qr-button.tsx'

/** What a short link brought in the last 30 days. */
interface LinkFigures {
  click_count: number
  total_transactions: number
  commission: string
}

interface ShortLinkTableProps {
  links: readonly ShortLinkView[]
  /** By the id of the link; a link without clicks is missing. */
  figures: Readonly<Record<string, LinkFigures>>
  answer: IntentAnswer | undefined
}

/** The short links of a publisher with their figures. The page's action handles the intent `delete`. */
export function ShortLinkTable({ links, figures, answer }: ShortLinkTableProps) {
  const t = useTexts('tracking')
  const columns = [...useLinkColumns(), ...useFigureColumns(figures), useActionColumn(answer)]
  return (
    <DataTable
      label={t('shortLinks.title')}
      columns={columns}
      rows={links}
      rowKey={(link) => link.link_id}
      empty={<EmptyState art="link" title={t('shortLinks.emptyTitle')} text={t('shortLinks.emptyText')} />}
    />
  )
}

function useLinkColumns(): Column<ShortLinkView>[] {
  const t = useTexts('tracking')
  return [
    {
      key: 'link',
      header: t('shortLinks.link'),
      isTitle: true,
      hasDetails: true,
      cell: (link) => <Name link={link} />,
    },
    { key: 'site', header: t('shortLinks.site'), place: 'more', cell: ({ site_name: name }) => name },
    { key: 'made', header: t('shortLinks.made'), place: 'more', cell: ({ made_at: at }) => <DateText value={at} /> },
  ]
}

function useActionColumn(answer: IntentAnswer | undefined): Column<ShortLinkView> {
  const t = useTexts('tracking')
  return {
    key: 'actions',
    header: t('shortLinks.actions'),
    align: 'end',
    place: 'status',
    cell: (link) => <Actions link={link} answer={answer} />,
  }
}

function useFigureColumns(figures: ShortLinkTableProps['figures']): Column<ShortLinkView>[] {
  const t = useTexts('tracking')
  const count = (header: string, name: 'click_count' | 'total_transactions'): Column<ShortLinkView> => ({
    key: name,
    header,
    align: 'end',
    cell: ({ link_id: id }) => <NumberText value={figures[id]?.[name] ?? 0} />,
  })
  return [
    count(t('shortLinks.clicks'), 'click_count'),
    count(t('shortLinks.orders'), 'total_transactions'),
    {
      key: 'commission',
      header: t('shortLinks.commission'),
      align: 'end',
      place: 'figure',
      cell: ({ link_id: id }) => <MoneyText amount={figures[id]?.commission ?? '0'} />,
    },
  ]
}

function Name({ link: { ending, url, subs } }: { link: ShortLinkView }) {
  const page = url.replace(/^https?:\/\/(www\.)?/, '')
  const given = subs.filter((sub) => sub !== '').join(' · ')
  const shown = page.length > MAX_SHOWN ? `${page.slice(0, MAX_SHOWN)}…` : page
  return <CellText details={[shown, given !== '' && given]}>/s/{ending}</CellText>
}

const MAX_SHOWN = 60

function Actions({ link, answer }: { link: ShortLinkView; answer: IntentAnswer | undefined }) {
  const t = useTexts('tracking')
  const { link_id: id, ending, short_url: address, url } = link
  return (
    <RowActions>
      <CopyButton value={address} size="xs" />
      <QrButton text={address} host={new URL(url).host} size="xs" />
      <ConfirmAction
        size="xs"
        tone="bad"
        label={t('shortLinks.delete')}
        title={t('shortLinks.deleteTitle', { ending })}
        text={t('shortLinks.deleteText')}
        confirmLabel={t('shortLinks.deleteConfirm')}
        intent="delete"
        fields={{ link_id: id }}
        result={answerTo(answer, 'delete')}
      />
    </RowActions>
  )
}
