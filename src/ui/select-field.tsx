import { Suspense, lazy } from 'react'
import { HiddenField } from './hidden-field.tsx'
import type { SelectInputProps } from './select-input.tsx'

const SelectInput = lazy(async () => ({ default: (await import('./select-input.tsx')).SelectInput }))

/**
 * A select field; use `searchable` for long lists. Its code is loaded beside that of the page; until then the form
 * sends what the field shows first.
 */
export function SelectField(props: SelectInputProps) {
  const { name, value = props.defaultValue ?? '' } = props
  return (
    <Suspense fallback={<HiddenField name={name} value={value ?? ''} />}>
      <SelectInput {...props} />
    </Suspense>
  )
}
