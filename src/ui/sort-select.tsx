import { useTexts } from '#platform/web/texts.tsx'
import { FilterBar, FilterSelect } from './filter-bar.tsx'

interface SortSelectProps {
  options: readonly { value: string; label: string }[]
  value: string
  param?: string
}

/** Selects the sort order of a list. Writes the search parameter and goes back to the first page. */
export function SortSelect({ options, value, param = 'sort' }: SortSelectProps) {
  const t = useTexts('ui')
  return (
    <FilterBar fields={[param]}>
      <FilterSelect name={param} label={t('sortBy')} value={value} options={options} />
    </FilterBar>
  )
}
