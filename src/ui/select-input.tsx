import { Select } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import type { Named } from './fields.tsx'
import { useFieldError } from './form-state.ts'

/** The select field that `SelectField` loads. */
export function SelectInput(props: Named<SelectProps>) {
  const t = useTexts('ui')
  const { error, onInput, id } = useFieldError(props.name)
  return (
    <Select
      placeholder={t('choose')}
      allowDeselect={false}
      checkIconPosition="right"
      id={id}
      error={error}
      onOptionSubmit={onInput}
      {...props}
    />
  )
}
