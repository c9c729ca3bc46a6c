import { useTexts } from '#platform/web/texts.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { FilterName } from '#ui/filter-name.tsx'
import { SUB_ID_SLOTS } from '#domains/figures/reports/contract/vocabulary.ts'
import type { SubIdReport } from './load-report.ts'

/** Chooses which of the five sub ids the report counts, and to which advertiser. */
export function SubIdFilter({ report }: { report: SubIdReport }) {
  const t = useTexts('reports')
  const slots = SUB_ID_SLOTS.map((slot) => ({ value: String(slot), label: t('sub_id.slot', { slot }) }))
  return (
    <FilterBar fields={['slot', 'advertiser_id']}>
      <FilterSelect name="slot" label={t('sub_id.unit')} value={String(report.slot)} options={slots} />
      <FilterName
        kind="advertisers"
        name="advertiser_id"
        label={t('advertiser.unit')}
        chosen={report.advertiser}
        anyLabel={t('sub_id.allAdvertisers')}
      />
    </FilterBar>
  )
}
