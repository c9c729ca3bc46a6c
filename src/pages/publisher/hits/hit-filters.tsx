import { useTexts } from '#platform/web/texts.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'

/** The search in the address, as typed. */
export interface HitSearch {
  token: string
  key: string
  subId: string
  verdict: string
  pageSize: number
  range: { begin: string; end: string; today: string }
}

interface HitFiltersProps {
  search: HitSearch
  sites: readonly { key: string; name: string }[]
}

// A hit with an unknown site key belongs to no publisher.
const OWN_VERDICTS = VERDICTS.filter((verdict) => verdict !== 'unknown_site')

/** The filters of the hit search. A click token takes precedence over all others. */
export function HitFilters({ search, sites }: HitFiltersProps) {
  const t = useTexts('hits')
  const siteOptions = [
    { value: '', label: t('allSites') },
    ...sites.map(({ key, name }) => ({ value: key, label: name })),
  ]
  const verdictOptions = [
    { value: '', label: t('allVerdicts') },
    ...OWN_VERDICTS.map((verdict) => ({ value: verdict, label: t(`verdict.${verdict}`) })),
  ]
  return (
    <>
      <FilterBar fields={['key', 'verdict', 'sub_id', 'click_token']}>
        <FilterSelect name="key" label={t('site')} value={search.key} options={siteOptions} />
        <FilterSelect name="verdict" label={t('verdictFilter')} value={search.verdict} options={verdictOptions} />
        <FilterField name="sub_id" label={t('subId')} placeholder={t('subIdHint')} defaultValue={search.subId} />
        <FilterField name="click_token" label={t('token')} placeholder={t('tokenHint')} defaultValue={search.token} />
      </FilterBar>
      <DateRange {...search.range} />
    </>
  )
}
