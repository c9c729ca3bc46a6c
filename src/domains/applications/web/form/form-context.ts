import { createContext, use, useRef, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import type { FieldError } from '../../rules/form-validation.ts'
import type { Draft } from './draft.ts'

/** A field of these forms, by wire name. */
export type FieldName = keyof Messages['sign-up']['field']

/** What fields are told, by wire name: a code that the page found itself, or the sentence of an answer. */
export type ShownErrors = Readonly<Record<string, FieldError | { message: string }>>

/** What a form's fields share. */
export interface FormContext {
  values: Draft
  errors: ShownErrors
  set: (name: string, value: string | readonly string[]) => void
  /** Takes the message at a field away: the person is there and corrects it. */
  clear: (name: string) => void
}

/** The form that a field stands in. */
export const FormStateContext = createContext<FormContext>({ values: {}, errors: {}, set: () => {}, clear: () => {} })

/** The messages of a form: shown after an attempt to send it, taken away one by one; the first one gets the focus. */
export function useFieldErrors(initial: ShownErrors) {
  const form = useRef<HTMLFormElement>(null)
  const isMoving = useRef(false)
  const [errors, setErrors] = useState(initial)

  function clear(name: string): void {
    if (!isMoving.current) setErrors(({ [name]: _, ...others }) => others)
  }

  /** Shows what is wrong and goes to the first of it; the focus that we move ourselves clears nothing. */
  function show(next: ShownErrors): void {
    setErrors(next)
    const [first] = Object.keys(next)
    if (first === undefined) return
    isMoving.current = true
    focusField(form.current, first)
    isMoving.current = false
  }

  return { form, errors, clear, show }
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  fields.find((field) => field.dataset.field === name)?.focus()
}

/** One field: its value, its message in the visitor's language, and what its control needs. */
export function useField(name: FieldName) {
  const t = useTexts('sign-up')
  const errorText = useTexts('errors')
  const { values, errors, set, clear } = use(FormStateContext)
  const error = errors[name]
  const label = t(`field.${name}`)
  return {
    label,
    value: values[name],
    error: typeof error === 'object' ? error.message : error && errorText(error, { field: label }),
    set: (value: string | readonly string[]) => {
      set(name, value)
      clear(name)
    },
    clear: () => clear(name),
  }
}
