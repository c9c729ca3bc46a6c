import { Suspense, lazy } from 'react'
import type { FilterNameProps } from './filter-name-input.tsx'
import { HiddenField } from './hidden-field.tsx'

const FilterNameInput = lazy(async () => ({ default: (await import('./filter-name-input.tsx')).FilterNameInput }))

/** Chooses a publisher or a brand inside a `FilterBar`; a choice takes effect at once. */
export function FilterName(props: FilterNameProps) {
  return (
    <Suspense fallback={<HiddenField name={props.name} value={props.chosen?.id ?? ''} />}>
      <FilterNameInput {...props} />
    </Suspense>
  )
}
