import type { MultiSelectProps } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { Named } from './fields.tsx'

const MultiSelectInput = lazy(async () => ({ default: (await import('./multi-select-input.tsx')).MultiSelectInput }))

/**
 * A select field for several choices, which the form joins with commas. Its code is loaded beside that of the page.
 */
export function MultiSelectField(props: Named<MultiSelectProps>) {
  return (
    <Suspense>
      <MultiSelectInput {...props} />
    </Suspense>
  )
}
