import { IconPlus } from '@tabler/icons-react'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ActLink, TeamGate } from '#ui/team-gate.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'
import { ImportButton } from './import-button.tsx'
import { ManagedTable } from './managed-table.tsx'
import { ManageFilters } from './promotion-filters.tsx'
import { NEW_PROMOTION } from '../rules.ts'

interface ManagedListProps {
  promotions: readonly ManagedPromotion[]
  count: number
  list: ShownList
  page: Page
  query: Record<string, string>
  /** The advertiser whose promotions these are; null for the list of all advertisers, which only leads to others. */
  advertiser: { id: number; name: string } | null
  /** The address of an advertiser's list. */
  getListPath: (advertiserId: number) => string
}

/** The page that lists promotions for their advertiser or for operators. */
export function ManagedList({ promotions, count, list, page, query, advertiser, getListPath }: ManagedListProps) {
  const t = useTexts('promotions')
  return (
    <>
      <PageHeader
        title={advertiser ? t('manage.titleOf', { name: advertiser.name }) : t('manage.title')}
        text={advertiser ? t('manage.textOwn') : t('manage.textAll')}
        actions={
          advertiser && (
            <TeamGate act="promote" isBar>
              <ImportButton advertiserId={advertiser.id} />
              <ActLink
                act="promote"
                to={`${getListPath(advertiser.id)}/${NEW_PROMOTION}`}
                leftSection={<IconPlus size={18} aria-hidden />}
              >
                {t('manage.new')}
              </ActLink>
            </TeamGate>
          )
        }
      />
      <ListPanel
        list={list}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        filters={<ManageFilters query={query} keywordLabel={t(advertiser ? 'filter.manage' : 'filter.manageAll')} />}
      >
        <ManagedTable
          promotions={promotions}
          getPath={(promotion) => `${getListPath(promotion.advertiser_id)}/${promotion.id}`}
          {...(advertiser ? {} : { getAdvertiserPath: getListPath })}
          isFiltered={query.keyword !== undefined || query.state !== undefined}
        />
      </ListPanel>
    </>
  )
}
