import { MultiSelect } from '@mantine/core'
import type { MultiSelectProps } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { Named } from './fields.tsx'
import { useFieldError } from './form-state.ts'

/** The field that `MultiSelectField` loads. */
export function MultiSelectInput(props: Named<MultiSelectProps>) {
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
