import { createContext, use } from 'react'

/** Messages at fields, by the field's wire name. */
export type FieldErrors = Readonly<Record<string, string>>

interface FormState {
  errors: FieldErrors
  isPending: boolean
  /** Removes the message when the visitor corrects the field. */
  clear: (name: string) => void
}

/** Provides the errors of a form to its fields. */
export const FormStateContext = createContext<FormState>({ errors: {}, isPending: false, clear: () => {} })

/**
 * Returns the message at a field and the handler that clears it with the first correction, to spread into a Mantine
 * input.
 */
export function useFieldError(name: string) {
  const { errors, clear } = use(FormStateContext)
  return { error: errors[name], onInput: () => clear(name) }
}
