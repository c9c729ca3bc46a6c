import { useSubmit } from 'react-router'
import { LOOK } from './filter-bar.tsx'
import { NameInput } from './name-input.tsx'
import type { NameInputProps } from './name-input.tsx'

/** The properties of a `FilterName`. */
export type FilterNameProps = Pick<NameInputProps, 'kind' | 'name' | 'label' | 'chosen' | 'anyLabel'>

/** The field that `FilterName` loads. */
export function FilterNameInput(props: FilterNameProps) {
  const submit = useSubmit()
  const choose = (id: string, field: HTMLInputElement | null) => {
    if (!field?.form) return
    // React sets the hidden field later.
    const data = new FormData(field.form)
    data.set(props.name, id)
    void submit(data, { action: field.form.getAttribute('action') ?? '.', preventScrollReset: true })
  }
  return <NameInput {...LOOK} {...props} onChoose={choose} />
}
