import { createContext, use } from 'react'

/** The code of a refusal that asks for the password. */
export const PASSWORD_REQUIRED = 'password_required'

interface PasswordPrompt {
  /** Asks for the password, and calls `retry` once it is verified. */
  ask: (retry: () => void) => void
  isOpen: boolean
}

/** The dialog of the console that asks for the password; absent on other pages. */
export const PasswordPromptContext = createContext<PasswordPrompt | undefined>(undefined)

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
