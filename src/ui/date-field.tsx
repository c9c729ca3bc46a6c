import { CloseButton, Group, InputWrapper } from '@mantine/core'
import { useState } from 'react'
import type { Day } from '#kernel/days.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useFieldError } from './form-state.ts'
import { DatePopup } from './date-popup.tsx'
import type { DatePickerSettings } from './date-popup.tsx'
import { HiddenField } from './hidden-field.tsx'
import { filterDate } from './range-presets.ts'

interface DateFieldProps extends DatePickerSettings {
  /** The name of the form field, whose value is `2026-03-20`, or `2026-03-20T14:30` with a time panel. */
  name: string
  label: string
  description?: string
  defaultValue?: string
  /** The day at which the calendar opens while nothing is chosen. */
  today: Day
  /** Minutes between two choices of the time panel, 0 to 60. Without it only a day is chosen. */
  minuteStep?: number
}

/** A form field for one day and, with `minuteStep`, the time of that day, as `03/20/2026 14:30`. It can be emptied. */
export function DateField(props: DateFieldProps) {
  const { name, label, description, defaultValue = '', today, minuteStep, ...settings } = props
  const t = useTexts('ui')
  const [value, setValue] = useState(defaultValue)
  const { error, onInput } = useFieldError(name)
  const [day = '', time = '00:00'] = value.split('T')
  const hasTime = minuteStep !== undefined
  const shown = day === '' ? '–' : `${filterDate(day)}${hasTime ? ` ${time}` : ''}`
  const change = (next: string) => {
    onInput()
    setValue(next)
  }
  return (
    <InputWrapper label={label} labelElement="div" description={description} error={error}>
      <HiddenField name={name} value={value} />
      <Group gap={4}>
        <DatePopup settings={settings} label={label} shown={shown}>
          {({ SinglePanel }, panel, close) => (
            <SinglePanel
              {...panel}
              value={day === '' ? undefined : { day, time }}
              today={today}
              minuteStep={minuteStep}
              onApply={(chosen) => {
                close()
                change(hasTime ? `${chosen.day}T${chosen.time}` : chosen.day)
              }}
              onCancel={close}
            />
          )}
        </DatePopup>
        {value !== '' && <CloseButton aria-label={t('clearField', { label })} onClick={() => change('')} />}
      </Group>
    </InputWrapper>
  )
}
