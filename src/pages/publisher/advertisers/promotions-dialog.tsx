import { Group, Stack } from '@mantine/core'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { PageSizeSelect } from '#ui/page-size-select.tsx'
import { Paginator } from '#ui/paginator.tsx'
import type { listPromotionsCall } from '#domains/tracking/promotions/contract/promotion.ts'
import { DIALOG_PAGE_SIZES, PROMOTION_KINDS, PROMOTION_SORTS } from '#domains/tracking/promotions/rules.ts'
import { useCategoryOptions } from '#domains/tracking/promotions/web/promotion-filters.tsx'
import { PromotionTable } from '#domains/tracking/promotions/web/promotion-table.tsx'

/** The search parameters of the dialog's own list. */
export const PROMOTION_PARAMS = {
  text: 'promotion_text',
  category: 'promotion_category',
  type: 'promotion_type',
  sort: 'promotion_sort',
  page_size: 'promotion_size',
  page_number: 'promotion_page',
} as const

/** Reads the query of the dialog's list from the search of the page. */
export function readPromotionQuery(search: Record<string, string>): Record<string, string> {
  const given = Object.entries(PROMOTION_PARAMS).map(([name, param]) => [name, search[param]] as const)
  const query = given.filter(
    (entry): entry is readonly [keyof typeof PROMOTION_PARAMS, string] => entry[1] !== undefined,
  )
  return { page_size: String(DIALOG_PAGE_SIZES[0]), ...Object.fromEntries(query) }
}

interface PromotionsDialogProps {
  name: string
  /** Null keeps the dialog closed. */
  list: ReplyOf<typeof listPromotionsCall>['data'] | null
  query: Record<string, string>
  onClose: () => void
}

/** The promotions of one advertiser with a search form and pages (specification 2, section 2). */
export function PromotionsDialog({ name, list, query, onClose }: PromotionsDialogProps) {
  const t = useTexts('promotions')
  const size = Number(query.page_size)
  return (
    <Dialog title={t('dialog.title', { name })} isOpen={list !== null} onClose={onClose} size="74rem">
      <Stack gap="md">
        <Filters query={query} />
        <PromotionTable
          isOfOneAdvertiser
          promotions={list?.promotions ?? []}
          empty={<EmptyState art="search" title={t('dialog.empty')} text={t('emptyText')} />}
        />
        <Group justify="space-between">
          <PageSizeSelect sizes={DIALOG_PAGE_SIZES} value={size} param={PROMOTION_PARAMS.page_size} />
          <Paginator
            page={Number(query.page_number ?? 1)}
            pageSize={size}
            count={list?.count ?? 0}
            param={PROMOTION_PARAMS.page_number}
          />
        </Group>
      </Stack>
    </Dialog>
  )
}

function Filters({ query }: Pick<PromotionsDialogProps, 'query'>) {
  const t = useTexts('promotions')
  const all = { value: '', label: t('filter.all') }
  const types = PROMOTION_KINDS.map((value) => ({ value, label: t(`type.${value}`) }))
  const sorts = PROMOTION_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))
  const { text, category, type, sort, page_number: page } = PROMOTION_PARAMS
  return (
    <FilterBar fields={[text, category, type, sort, page]}>
      <FilterField name={text} label={t('filter.text')} defaultValue={query.text} />
      <FilterSelect
        name={category}
        label={t('filter.category')}
        value={query.category ?? ''}
        options={[all, ...useCategoryOptions()]}
      />
      <FilterSelect name={type} label={t('filter.type')} value={query.type ?? ''} options={[all, ...types]} />
      <FilterSelect name={sort} label={t('filter.sort')} value={query.sort ?? 'newest'} options={sorts} />
    </FilterBar>
  )
}
