import { useTexts } from '#platform/web/texts.tsx'
import { FilterBar, FilterSelect } from './filter-bar.tsx'

interface SortSelectProps {
  options: readonly { value: string; label: string }[]
  value: string
  param?: string
}

/** What a list is sorted by; writes the search parameter and begins again at the first page. */
export function SortSelect({ options, value, param = 'sort' }: SortSelectProps) {
  const t = useTexts('ui')
  return (
    <FilterBar fields={[param]}>
      <FilterSelect name={param} label={t('sortBy')} value={value} options={options} />
    </FilterBar>
  )
}
