import { Select } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Named } from './fields.tsx'
import { useFieldError } from './form-state.ts'

/** The properties of a select field. */
export interface SelectInputProps extends Named<SelectProps> {
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean
}

/** The select field that `SelectField` loads. */
export function SelectInput({ isFirst = false, ...props }: SelectInputProps) {
  const t = useTexts('ui')
  const { error, onInput, id } = useFieldError(props.name)
  const input = useRef<HTMLInputElement>(null)
  // A dialog that has opened before the code of the field came has looked for its first field already.
  useEffect(() => {
    if (isFirst) input.current?.focus({ preventScroll: true })
  }, [isFirst])
  return (
    <Select
      ref={input}
      placeholder={t('choose')}
      allowDeselect={false}
      checkIconPosition="right"
      id={id}
      error={error}
      onOptionSubmit={onInput}
      data-autofocus={isFirst || undefined}
      {...props}
    />
  )
}
