import { Button } from '@mantine/core'
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Route } from './+types/promotions-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DrawerLink, DrawerOutlet, OVER_LIST, keepRows, openEdge, pagesBeside } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ActLink, TeamGate } from '#ui/team-gate.tsx'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import { advertiserPromotionList, listManagedPromotionsCall } from '#domains/tracking/promotions/contract/managed.ts'
import type { ManagedPromotion } from '#domains/tracking/promotions/contract/managed.ts'
import { NEW_PROMOTION, foldCode } from '#domains/tracking/promotions/rules.ts'
import { ImportButton } from '#domains/tracking/promotions/web/import-button.tsx'
import { useManagedColumns, useUseColumn } from '#domains/tracking/promotions/web/managed-columns.tsx'
import { ManageFilters } from '#domains/tracking/promotions/web/promotion-filters.tsx'
import { countCouponUseCall } from '#domains/orders/transactions/contract/coupon-leaks.ts'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

const LIST_PATH = '/brand/promotions'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { query, list, views } = await loadList({ context, request }, advertiserPromotionList)
  const { id } = (await call(getOwnAdvertiserCall)).data
  const { data } = await call(listManagedPromotionsCall, { params: { advertiser_id: id }, query })
  openEdge(request, data.promotions.map(getAddress))
  const owned = data.promotions.flatMap(({ coupon, owner }) => (coupon !== null && owner ? [coupon] : []))
  const uses = owned.length === 0 ? [] : (await call(countCouponUseCall, { query: { code: owned } })).data
  return {
    ...data,
    list,
    views,
    uses,
    filter: query as Record<string, string>,
    advertiserId: id,
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'promotions.manage.title', ['promotions', OPTION_TEXTS, 'saved-views']),
  }
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ id }: ManagedPromotion): string {
  return `${LIST_PATH}/${id}`
}

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Promotions {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Promotions(loaded: Loaded) {
  const { promotions, count, list, page, filter } = loaded
  const t = useTexts('promotions')
  const columns = useColumns(loaded)
  const beside = pagesBeside(page, count)
  return (
    <>
      <PageHeader title={t('manage.title')} text={t('manage.textOwn')} actions={<Actions {...loaded} />} />
      <ListPanel
        list={list}
        above={<ListViews list={list} views={loaded.views} />}
        filters={<ManageFilters query={filter} keywordLabel={t('filter.manage')} hasChoices />}
        tools={<ColumnMenu list={list} columns={columns} />}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
      >
        <DataTable
          label={t('manage.title')}
          columns={pickColumns(columns, list)}
          rows={promotions}
          rowKey={({ id }) => id}
          empty={<Empty filter={filter} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={promotions.map(getAddress)} {...beside} />
    </>
  )
}

function useColumns({ uses }: Loaded) {
  const { title, coupon, owner, start, end, state } = useManagedColumns((row) => (
    <DrawerLink to={getAddress(row)}>{row.title}</DrawerLink>
  ))
  const orders = useUseColumn(({ coupon: code, owner: site }) => {
    if (code === null || site === null) return undefined
    const use = uses.find((each) => each.code === foldCode(code))
    return use ? { orders: use.orders, leaked: use.by_others + use.without_click } : { orders: 0, leaked: 0 }
  })
  return [title, coupon, owner, orders, start, end, state]
}

function Actions({ advertiserId, list }: Loaded) {
  const t = useTexts('promotions')
  const search = list.search === '' ? '' : `?${list.search}`
  return (
    <>
      <Button
        component={Link}
        to={`${LIST_PATH}/calendar`}
        variant="default"
        leftSection={<IconCalendarEvent size={18} aria-hidden />}
      >
        {t('calendar.open')}
      </Button>
      <TeamGate act="promote" isBar>
        <ImportButton advertiserId={advertiserId} />
        <ActLink
          act="promote"
          to={`${LIST_PATH}/${NEW_PROMOTION}${search}`}
          state={OVER_LIST}
          preventScrollReset
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('manage.new')}
        </ActLink>
      </TeamGate>
    </>
  )
}

function Empty({ filter }: { filter: Record<string, string> }) {
  const t = useTexts('promotions')
  const isFiltered = ['keyword', 'state', 'type', 'owner'].some((name) => filter[name] !== undefined)
  if (!isFiltered) return <EmptyState title={t('manage.emptyTitle')} text={t('manage.emptyText')} />
  return <EmptyState art="search" title={t('manage.noMatchTitle')} action={<ClearFilters />} />
}
