import { useTexts } from '#platform/web/texts.tsx'
import { FilterBar, FilterSelect } from './filter-bar.tsx'

/** Selects how many rows a page of a list shows. Writes the search parameter and goes back to the first page. */
export function PageSizeSelect(props: { sizes: readonly number[]; value: number; param?: string }) {
  const t = useTexts('ui')
  const param = props.param ?? 'page_size'
  const options = props.sizes.map((size) => ({ value: String(size), label: String(size) }))
  return (
    <FilterBar fields={[param]}>
      <FilterSelect name={param} label={t('pageSize')} value={String(props.value)} options={options} />
    </FilterBar>
  )
}
