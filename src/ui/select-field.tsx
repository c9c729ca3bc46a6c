import type { SelectProps } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { Named } from './fields.tsx'

const SelectInput = lazy(async () => ({ default: (await import('./select-input.tsx')).SelectInput }))

/** A select field; use `searchable` for long lists. Its code is loaded beside that of the page. */
export function SelectField(props: Named<SelectProps>) {
  return (
    <Suspense>
      <SelectInput {...props} />
    </Suspense>
  )
}
