import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Day } from '#kernel/days.ts'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DatePopup } from './date-popup.tsx'
import type { DatePickerSettings } from './date-popup.tsx'
import { filterDate, findPreset } from './range-presets.ts'

interface DateRangeProps extends DatePickerSettings {
  /** The first and last day in force, both inclusive. */
  begin: Day
  end: Day
  /** The last day that can be chosen, unless `notAfter` is earlier. */
  today: Day
  beginParam?: string
  endParam?: string
}

/** A range of days with shortcuts; nothing changes until Apply, which writes the search parameters. */
export function DateRange(props: DateRangeProps) {
  const { begin, end, today, beginParam = 'begin', endParam = 'end', ...settings } = props
  const t = useTexts('ui')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const preset = findPreset([begin, end], today, settings.firstDayOfWeek)
  const apply = (first: Day, last: Day) => {
    const changes = { [beginParam]: first, [endParam]: last, ...FIRST_PAGE }
    void navigate({ pathname, search: searchWith(search, changes) }, { preventScrollReset: true })
  }
  return (
    <DatePopup
      settings={{ notAfter: today, ...settings }}
      label={t('range.label')}
      shown={preset ? t(`range.${preset}`) : `${filterDate(begin)} – ${filterDate(end)}`}
    >
      {({ RangePanel }, panel, close) => (
        <RangePanel
          {...panel}
          begin={begin}
          end={end}
          today={today}
          onApply={(first, last) => {
            close()
            apply(first, last)
          }}
          onCancel={close}
        />
      )}
    </DatePopup>
  )
}
