import { Box, Button, Flex, Group, Popover, SimpleGrid, Text } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useLocale } from 'use-intl'
import type { Day } from '#kernel/days.ts'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { filterDate, findPreset, presetRange, RANGE_PRESETS } from './range-presets.ts'
import './styles/dates.css'

interface DateRangeProps {
  /** The first and last day in force, both inclusive. */
  begin: Day
  end: Day
  /** The last day that can be chosen. */
  today: Day
  beginParam?: string
  endParam?: string
}

type Choice = [string | null, string | null]

/** A range of days with shortcuts; nothing changes until Apply, which writes the search parameters. */
export function DateRange(props: DateRangeProps) {
  const { begin, end, today, beginParam = 'begin', endParam = 'end' } = props
  const t = useTexts('ui')
  const [isOpen, setOpen] = useState(false)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const preset = findPreset([begin, end], today)
  const shown = preset ? t(`range.${preset}`) : `${filterDate(begin)} – ${filterDate(end)}`

  const apply = ([first, last]: Choice) => {
    if (first === null) return
    setOpen(false)
    const changes = { [beginParam]: first, [endParam]: last ?? first, ...FIRST_PAGE }
    void navigate({ pathname, search: searchWith(search, changes) }, { preventScrollReset: true })
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" radius="lg" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          fw={500}
          className="tabular"
          leftSection={<IconCalendar size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          aria-label={`${t('range.label')}: ${shown}`}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('range.label')}>
        <Picker begin={begin} end={end} today={today} onApply={apply} onCancel={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface PickerProps {
  begin: Day
  end: Day
  today: Day
  onApply: (choice: Choice) => void
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

/** Mounted only while the popover is open, so that a choice that was not applied is discarded. */
function Picker({ begin, end, today, onApply, onCancel }: PickerProps) {
  const t = useTexts('ui')
  const locale = useLocale()
  const [choice, setChoice] = useState<Choice>([begin, end])
  const [first, last] = choice
  return (
    <Flex direction={{ base: 'column', xs: 'row' }}>
      <SimpleGrid component="ul" className="plain-list" cols={{ base: 2, xs: 1 }} spacing={2} p="sm" miw="10rem">
        {RANGE_PRESETS.map((preset) => (
          <li key={preset}>
            <Button {...PRESET_LOOK} onClick={() => setChoice([...presetRange(preset, today)])}>
              {t(`range.${preset}`)}
            </Button>
          </li>
        ))}
      </SimpleGrid>
      <Box p="md">
        <DatesProvider settings={{ locale: locale === 'zh' ? 'zh-cn' : 'en', firstDayOfWeek: 0, weekendDays: [] }}>
          <DatePicker
            type="range"
            allowSingleDateInRange
            hideOutsideDates
            value={choice}
            onChange={setChoice}
            maxDate={today}
            defaultDate={end}
            ariaLabels={{ nextMonth: t('range.next'), previousMonth: t('range.previous') }}
          />
        </DatesProvider>
        <Text my="sm" c="dimmed" size="sm" className="tabular" aria-live="polite">
          {first === null ? '' : filterDate(first)} – {last === null ? '' : filterDate(last)}
        </Text>
        <Group justify="end" gap="xs">
          <Button variant="default" size="sm" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button size="sm" disabled={first === null} onClick={() => onApply(choice)}>
            {t('apply')}
          </Button>
        </Group>
      </Box>
    </Flex>
  )
}
