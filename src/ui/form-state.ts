import { createContext, use } from 'react'

/** Messages at fields, by the field's wire name. */
export type FieldErrors = Readonly<Record<string, string>>

interface FormState {
  errors: FieldErrors
  isPending: boolean
  /** Takes the message away once the person corrects the field. */
  clear: (name: string) => void
}

/** What a form tells its fields. */
export const FormStateContext = createContext<FormState>({ errors: {}, isPending: false, clear: () => {} })

/** The message at one field and the handler that clears it with the first correction; spread into a kit input. */
export function useFieldError(name: string) {
  const { errors, clear } = use(FormStateContext)
  return { error: errors[name], onInput: () => clear(name) }
}
