import { Suspense, lazy } from 'react'
import { HiddenField } from './hidden-field.tsx'
import type { NameInputProps } from './name-input.tsx'

const NameInput = lazy(async () => ({ default: (await import('./name-input.tsx')).NameInput }))

/**
 * Chooses a publisher, a brand or a site by a part of its name, those first that were chosen last. The page knows the
 * one that is chosen, and no others. Until its code is loaded, the form sends that one.
 */
export function NameField(props: NameInputProps) {
  return (
    <Suspense fallback={<HiddenField name={props.name} value={props.chosen?.id ?? ''} />}>
      <NameInput {...props} />
    </Suspense>
  )
}
