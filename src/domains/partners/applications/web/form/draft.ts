import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The values typed into a form, by wire name. */
export type Draft = Readonly<Record<string, string | readonly string[]>>

interface DraftOptions {
  /** The key in the session storage. */
  name: string
  /** What the server rendered. */
  initial: Draft
  form: RefObject<HTMLFormElement | null>
  /** Fields that are never stored, such as passwords. */
  secret?: readonly string[]
}

/**
 * Keeps the values of a form in the session storage until the form is sent, so that they survive a step back and a
 * reload. Values that the visitor typed before hydration are kept too.
 */
export function useDraft({ name, initial, form, secret = [] }: DraftOptions) {
  const [values, setValues] = useState(initial)

  useEffect(() => {
    const typed = form.current ? typedInto(form.current, initial) : {}
    setValues((present) => ({ ...present, ...readStored(name), ...typed }))
    // Runs once; afterwards the state is the source of the values.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  function set(field: string, value: string | readonly string[]): void {
    setValues((present) => {
      const next = { ...present, [field]: value }
      store(name, Object.fromEntries(Object.entries(next).filter(([key]) => !secret.includes(key))))
      return next
    })
  }

  return { values, set, forget: () => store(name, undefined) }
}

function typedInto(form: HTMLFormElement, initial: Draft): Draft {
  const data = new FormData(form)
  const typed: Record<string, string | string[]> = {}
  for (const [field, before] of Object.entries(initial)) {
    const entries = data.getAll(field).filter((entry) => typeof entry === 'string')
    const value = typeof before === 'string' ? (entries.at(-1) ?? '') : entries
    if (data.has(field) && String(value) !== String(before)) typed[field] = value
  }
  return typed
}

// Some private windows have no storage; their drafts are simply not kept.
function readStored(name: string): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Draft
  } catch {
    return {}
  }
}

function store(name: string, values: Draft | undefined): void {
  try {
    if (values) sessionStorage.setItem(name, JSON.stringify(values))
    else sessionStorage.removeItem(name)
  } catch {
    // The storage is not available.
  }
}
