import { MultiSelect } from '@mantine/core'
import type { MultiSelectProps } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { Named } from './fields.tsx'
import { useFieldError } from './form-state.ts'

/** A select field for several choices, which the form joins with commas. */
export function MultiSelectField(props: Named<MultiSelectProps>) {
  const t = useTexts('ui')
  const { error, onInput, id } = useFieldError(props.name)
  return (
    <MultiSelect
      placeholder={t('choose')}
      checkIconPosition="right"
      hidePickedOptions={props.maxValues !== undefined}
      id={id}
      error={error}
      onOptionSubmit={onInput}
      {...props}
    />
  )
}
