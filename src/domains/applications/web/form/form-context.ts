import { createContext, use, useRef, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { Messages } from '#texts/texts.ts'
import type { Flaw, Flaws } from '../../rules/form-validation.ts'
import type { Draft } from './draft.ts'

/** A field of these forms, by wire name. */
export type FieldName = keyof Messages['sign-up']['field']

/** What a form's fields share. */
export interface FormBook {
  values: Draft
  flaws: Flaws
  set: (name: string, value: string | readonly string[]) => void
  /** Takes the message at a field away: the person is there and corrects it. */
  clear: (name: string) => void
}

/** The form that a field stands in. */
export const FormBookContext = createContext<FormBook>({ values: {}, flaws: {}, set: () => {}, clear: () => {} })

/** The messages of a form: shown after an attempt to send it, taken away one by one; the first one gets the focus. */
export function useFlaws(initial: Flaws) {
  const form = useRef<HTMLFormElement>(null)
  const isMoving = useRef(false)
  const [flaws, setFlaws] = useState(initial)

  function clear(name: string): void {
    if (!isMoving.current) setFlaws(({ [name]: _, ...others }) => others)
  }

  /** Shows what is wrong and goes to the first of it; the focus that we move ourselves clears nothing. */
  function show(next: Flaws): void {
    setFlaws(next)
    const [first] = Object.keys(next)
    if (first === undefined) return
    isMoving.current = true
    focusField(form.current, first)
    isMoving.current = false
  }

  return { form, flaws, clear, show }
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  fields.find((field) => field.dataset.field === name)?.focus()
}

/** One field: its value, its message in the visitor's language, and what its control needs. */
export function useField(name: FieldName) {
  const t = useTexts('sign-up')
  const { values, flaws, set, clear } = use(FormBookContext)
  const flaw = flaws[name]
  const label = t(`field.${name}`)
  return {
    label,
    value: values[name],
    error: flaw && sayFlaw(t, flaw, label),
    set: (value: string | readonly string[]) => {
      set(name, value)
      clear(name)
    },
    clear: () => clear(name),
  }
}

type Translate = ReturnType<typeof useTexts<'sign-up'>>

/** What a person is told about a field. */
export function sayFlaw(t: Translate, flaw: Flaw, field: string): string {
  return t(`error.${flaw}`, { field })
}
