import { Anchor, Badge, Group } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import { MeasureText } from '#domains/figures/reports/web/measure-text.tsx'
import type { MemberView } from '#domains/partners/memberships/contract/members.ts'
import { MEMBER_MEASURES } from '#domains/partners/memberships/rules/vocabulary.ts'

/** Builds the columns of the list of publishers. Needs the texts `memberships` and `reports`. */
export function useMemberColumns(currency: string): Column<MemberView>[] {
  const t = useTexts('memberships')
  const reports = useTexts('reports')
  return [
    {
      key: 'publisher',
      header: t('members.publisher'),
      isTitle: true,
      sortKey: 'name',
      cell: ({ publisher_id: id, publisher_name: name }) => (
        <CellText mark={name}>
          <Anchor component={Link} to={`/brand/publishers/${id}`} inherit>
            {name}
          </Anchor>
        </CellText>
      ),
    },
    {
      key: 'joined',
      header: t('members.joined'),
      place: 'more',
      sortKey: 'joined',
      cell: ({ joined_at: at }) => (at === null ? '–' : <DateText value={at} />),
    },
    ...MEMBER_MEASURES.map((measure) => ({
      key: measure,
      header: reports(`measure.${measure}`),
      align: 'end' as const,
      sortKey: measure,
      place: measure === 'order_value' ? ('figure' as const) : ('more' as const),
      cell: ({ figures }: MemberView) => (
        <MeasureText measure={measure} value={figures[measure] ?? null} currency={currency} />
      ),
    })),
    {
      key: 'last_order',
      header: t('members.lastOrder'),
      place: 'detail',
      sortKey: 'last_order',
      cell: ({ last_order_on: day }) => (day === null ? t('members.noOrder') : <DateText value={day} />),
    },
    {
      key: 'groups',
      header: t('members.groups'),
      place: 'more',
      cell: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
    },
    { key: 'tags', header: t('members.tags'), place: 'more', cell: ({ tags }) => <Tags tags={tags} /> },
  ]
}

/** The tags of a publisher. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return '–'
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} variant="light" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}
