import { createContext, use, useRef, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import type { FieldError } from '../../rules/form-validation.ts'
import type { Draft } from './draft.ts'

/** A field of these forms, by wire name. */
export type FieldName = keyof Messages['sign-up']['field']

/** The errors at fields by wire name: a code of the page's own check, or the sentence of an answer. */
export type ShownErrors = Readonly<Record<string, FieldError | { message: string }>>

/** The state that the fields of a form share. */
export interface FormContext {
  values: Draft
  errors: ShownErrors
  set: (name: string, value: string | readonly string[]) => void
  /** Removes the message at a field that the visitor begins to correct. */
  clear: (name: string) => void
}

/** Provides the state of the form around a field. */
export const FormStateContext = createContext<FormContext>({ values: {}, errors: {}, set: () => {}, clear: () => {} })

/**
 * Holds the error messages of a form. They appear after an attempt to send it, and each disappears when its field gets
 * the focus. The first invalid field is focused.
 */
export function useFieldErrors(initial: ShownErrors) {
  const form = useRef<HTMLFormElement>(null)
  const isMoving = useRef(false)
  const [errors, setErrors] = useState(initial)

  function clear(name: string): void {
    if (!isMoving.current) setErrors(({ [name]: _, ...others }) => others)
  }

  /** Shows errors and focuses the first invalid field. This focus does not clear its message. */
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

/** Reads one field: its label, its value, its message in the visitor's language, and its handlers. */
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
