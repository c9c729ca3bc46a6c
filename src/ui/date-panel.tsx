import { Box, Button, Flex, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Day } from '#kernel/days.ts'
import { formatCalendarDate } from './calendar-date.ts'
import type { DateLanguage } from './date-languages.ts'
import { isDisabledDay, limitRange, listHours, listMinutes } from './date-limits.ts'
import type { DateLimits, FirstDayOfWeek } from './date-limits.ts'
import type { DateWords } from './date-words.ts'
import { filterDate, presetRange, RANGE_PRESETS } from './range-presets.ts'
import './styles/dates.css'

/** What both panels need: limits, language and the first day of the week. */
export interface PanelSettings extends DateLimits {
  language: DateLanguage
  /** The name of the locale in dayjs, which has been loaded. */
  locale: string
  words: DateWords
  firstDayOfWeek: FirstDayOfWeek
}

type RangeChoice = [string | null, string | null]

interface RangePanelProps extends PanelSettings {
  begin: Day
  end: Day
  today: Day
  onApply: (begin: Day, end: Day) => void
  onCancel: () => void
}

const PRESET_LOOK = {
  variant: 'subtle',
  size: 'sm',
  fullWidth: true,
  justify: 'start',
  c: 'var(--ink)',
  fw: 400,
} as const

/** Chooses a range of days by shortcut or in the calendar. Mounted only while it is open, so Cancel discards. */
export function RangePanel({ begin, end, today, onApply, onCancel, ...settings }: RangePanelProps) {
  const { words, firstDayOfWeek } = settings
  const [choice, setChoice] = useState<RangeChoice>([begin, end])
  const [first, last] = choice
  return (
    <Flex direction={{ base: 'column', xs: 'row' }}>
      <SimpleGrid component="ul" className="plain-list" cols={{ base: 2, xs: 1 }} spacing={2} p="sm" miw="10rem">
        {RANGE_PRESETS.map((preset) => {
          const range = limitRange(presetRange(preset, today, firstDayOfWeek), settings)
          return (
            <li key={preset}>
              <Button {...PRESET_LOOK} disabled={!range} onClick={() => range && setChoice(range)}>
                {words[preset]}
              </Button>
            </li>
          )
        })}
      </SimpleGrid>
      <Box p="md">
        <Calendar settings={settings}>
          {(shared) => (
            <DatePicker
              {...shared}
              type="range"
              allowSingleDateInRange
              value={choice}
              onChange={setChoice}
              defaultDate={end}
            />
          )}
        </Calendar>
        <Text my="sm" c="dimmed" size="sm" className="tabular" aria-live="polite">
          {first === null ? '' : filterDate(first)} – {last === null ? '' : filterDate(last)}
        </Text>
        <PanelButtons
          words={words}
          onCancel={onCancel}
          onApply={first === null ? undefined : () => onApply(first, last ?? first)}
        />
      </Box>
    </Flex>
  )
}

/** A day and, with a time panel, the time of the day as `HH:mm`. */
export interface DateTimeValue {
  day: Day
  time: string
}

interface SinglePanelProps extends PanelSettings {
  value: DateTimeValue | undefined
  today: Day
  /** Minutes between two choices of the time panel, 0 to 60; there is no time panel without it. */
  minuteStep: number | undefined
  onApply: (value: DateTimeValue) => void
  onCancel: () => void
}

/** Chooses one day and, with `minuteStep`, then the time. */
export function SinglePanel({ value, today, minuteStep, onApply, onCancel, ...settings }: SinglePanelProps) {
  const { words } = settings
  const [day, setDay] = useState(value?.day)
  const [time, setTime] = useState(value?.time ?? '00:00')
  const [isTimeShown, showTime] = useState(false)
  const choose = (chosen: string | null) => {
    if (chosen === null) return
    setDay(chosen)
    if (minuteStep !== undefined) showTime(true)
  }
  return (
    <Box p="md">
      {isTimeShown && minuteStep !== undefined ? (
        <TimePanel words={words} step={minuteStep} time={time} onChange={setTime} onBack={() => showTime(false)} />
      ) : (
        <Calendar settings={settings}>
          {(shared) => <DatePicker {...shared} value={day ?? null} onChange={choose} defaultDate={day ?? today} />}
        </Calendar>
      )}
      <Text my="sm" c="dimmed" size="sm" className="tabular" aria-live="polite">
        {day === undefined ? '–' : filterDate(day)} {minuteStep !== undefined && day !== undefined ? time : ''}
      </Text>
      <PanelButtons
        words={words}
        onCancel={onCancel}
        onApply={day === undefined ? undefined : () => onApply({ day, time })}
      />
    </Box>
  )
}

interface TimePanelProps {
  words: DateWords
  step: number
  time: string
  onChange: (time: string) => void
  onBack: () => void
}

function TimePanel({ words, step, time, onChange, onBack }: TimePanelProps) {
  const [hour = '00', minute = '00'] = time.split(':')
  const offered = listMinutes(step)
  const minutes = offered.includes(minute) ? offered : [...offered, minute].toSorted()
  return (
    <Stack>
      <Group grow wrap="nowrap">
        <NativeSelect
          label={words.hour}
          data={listHours()}
          value={hour}
          data-autofocus
          onChange={(event) => onChange(`${event.currentTarget.value}:${minute}`)}
        />
        <NativeSelect
          label={words.minute}
          data={minutes}
          value={minute}
          onChange={(event) => onChange(`${hour}:${event.currentTarget.value}`)}
        />
      </Group>
      <Button variant="subtle" size="sm" onClick={onBack}>
        {words.back}
      </Button>
    </Stack>
  )
}

/** The properties of every calendar: what can be chosen, and the names of its buttons. */
function getCalendarProps({ words, language, ...limits }: PanelSettings) {
  return {
    monthLabelFormat: (month: string) => formatCalendarDate(month, { language, part: 'month' }),
    yearLabelFormat: (year: string) => formatCalendarDate(year, { language, part: 'year' }),
    getDayAriaLabel: (day: string) => formatCalendarDate(day, { language, part: 'day' }),
    hideOutsideDates: true,
    minDate: limits.notBefore,
    maxDate: limits.notAfter,
    excludeDate: (day: string) => isDisabledDay(day, limits),
    ariaLabels: {
      nextMonth: words.next,
      previousMonth: words.previous,
      nextYear: words.nextYear,
      previousYear: words.previousYear,
      nextDecade: words.nextDecade,
      previousDecade: words.previousDecade,
    },
  }
}

interface CalendarProps {
  settings: PanelSettings
  children: (shared: ReturnType<typeof getCalendarProps>) => ReactNode
}

/** Gives a calendar its language and its limits. Its header leads to the panels of months and years. */
function Calendar({ settings, children }: CalendarProps) {
  const { locale, firstDayOfWeek } = settings
  const weekday = (firstDayOfWeek % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: weekday, weekendDays: [] }}>
      {children(getCalendarProps(settings))}
    </DatesProvider>
  )
}

interface PanelButtonsProps {
  words: DateWords
  onCancel: () => void
  /** Absent while nothing is chosen. */
  onApply: (() => void) | undefined
}

function PanelButtons({ words, onCancel, onApply }: PanelButtonsProps) {
  return (
    <Group justify="end" gap="xs">
      <Button variant="default" size="sm" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button size="sm" disabled={!onApply} onClick={onApply}>
        {words.apply}
      </Button>
    </Group>
  )
}
