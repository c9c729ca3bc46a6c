import { Text } from '@mantine/core'
import { useLocation } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import type { Column } from '#ui/data-table.tsx'
import { OVER_LIST } from '#ui/drawer-rows.tsx'
import { ActLink } from '#ui/team-gate.tsx'
import type { ListingView } from '#domains/partners/listings/contract.ts'

/** Builds the column that invites a publisher, over the list. Needs the texts `invitations`. */
export function useInviteColumn(listPath: string, invited: readonly number[]): Column<ListingView> {
  const t = useTexts('invitations')
  const { search } = useLocation()
  return {
    key: 'invite',
    header: t('list.column.status'),
    align: 'end',
    cell: ({ publisher_id: id, publisher_name: publisher }) =>
      invited.includes(id) ? (
        <Text span inherit c="dimmed">
          {t('event.sent')}
        </Text>
      ) : (
        <ActLink
          act="run_programme"
          to={`${listPath}/new/${id}${search}`}
          state={OVER_LIST}
          preventScrollReset
          variant="default"
          size="xs"
          aria-label={t('form.title', { publisher })}
        >
          {t('invite')}
        </ActLink>
      ),
  }
}
