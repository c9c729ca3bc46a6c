import { useTexts } from '#platform/web/texts.tsx'
import { useOptionText } from '#platform/web/option-text.ts'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { PROMOTION_CATEGORIES, PROMOTION_KINDS, PROMOTION_SORTS, PROMOTION_STATES } from '../rules.ts'

interface FiltersProps {
  query: Record<string, string | undefined>
}

/** The filters of the publisher's list (specification 2, section 2), and the site of its tracked links. */
export function PromotionFilters({ query, sites }: FiltersProps & { sites: readonly { key: string; name: string }[] }) {
  const t = useTexts('promotions')
  const categories = useCategoryOptions()
  const sorts = PROMOTION_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))
  return (
    <FilterBar fields={['keyword', 'domain', 'category', 'sort', 'key']}>
      <FilterField name="keyword" label={t('filter.keyword')} defaultValue={query.keyword} />
      <FilterField name="domain" label={t('filter.domain')} defaultValue={query.domain} />
      <FilterSelect
        name="category"
        label={t('filter.category')}
        value={query.category ?? ''}
        options={[{ value: '', label: t('filter.all') }, ...categories]}
      />
      <FilterSelect name="sort" label={t('filter.sort')} value={query.sort ?? 'newest'} options={sorts} />
      {sites.length > 1 && (
        <FilterSelect
          name="key"
          label={t('filter.site')}
          value={query.key ?? sites[0]?.key ?? ''}
          options={sites.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
    </FilterBar>
  )
}

interface ManageFiltersProps extends FiltersProps {
  keywordLabel: string
  /** Whether type and owner can be chosen too. */
  hasChoices?: boolean
}

/** The filters of the list of an advertiser or of operators. */
export function ManageFilters({ query, keywordLabel, hasChoices = false }: ManageFiltersProps) {
  const t = useTexts('promotions')
  const all = { value: '', label: t('filter.all') }
  const kinds = PROMOTION_KINDS.map((value) => ({ value, label: t(`type.${value}`) }))
  const owners = (['site', 'none'] as const).map((value) => ({ value, label: t(`filter.owner.${value}`) }))
  const states = PROMOTION_STATES.map((value) => ({ value, label: t(`state.${value}`) }))
  return (
    <FilterBar fields={['keyword', 'state', 'type', 'owner']}>
      <FilterField name="keyword" label={keywordLabel} defaultValue={query.keyword} />
      <FilterSelect name="state" label={t('filter.state')} value={query.state ?? ''} options={[all, ...states]} />
      {hasChoices && (
        <>
          <FilterSelect name="type" label={t('filter.type')} value={query.type ?? ''} options={[all, ...kinds]} />
          <FilterSelect name="owner" label={t('column.owner')} value={query.owner ?? ''} options={[all, ...owners]} />
        </>
      )}
    </FilterBar>
  )
}

/** Returns the categories as options, in the reader's language and in alphabetical order of the network's list. */
export function useCategoryOptions(): { value: string; label: string }[] {
  const categoryText = useOptionText()
  return PROMOTION_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))
}
