import { useTexts } from '#platform/web/texts.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import type { SubIdPerformance } from '#domains/figures/reports/contract/calls.ts'
import { SUB_ID_SLOTS } from '#domains/figures/reports/contract/vocabulary.ts'

/** Chooses which of the five sub ids the report counts, and to which advertiser. */
export function SubIdFilter({ report }: { report: SubIdPerformance }) {
  const t = useTexts('reports')
  const slots = SUB_ID_SLOTS.map((slot) => ({ value: String(slot), label: t('sub_id.slot', { slot }) }))
  const advertisers = report.advertisers.map(({ id, name }) => ({ value: String(id), label: name }))
  const all = { value: '', label: t('sub_id.allAdvertisers') }
  return (
    <FilterBar fields={['slot', 'advertiser_id']}>
      <FilterSelect name="slot" label={t('sub_id.unit')} value={String(report.slot)} options={slots} />
      <FilterSelect
        name="advertiser_id"
        label={t('advertiser.unit')}
        value={String(report.advertiser_id ?? '')}
        options={[all, ...advertisers]}
      />
    </FilterBar>
  )
}
