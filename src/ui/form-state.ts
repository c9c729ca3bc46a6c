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
  /** Begins the ids of the fields when the message of the form links to them. */
  idPrefix?: string
}

/** Provides the errors of a form to its fields. */
export const FormStateContext = createContext<FormState>({ errors: {}, isPending: false, clear: () => {} })

/**
 * Returns the message at a field, the handler that clears it with the first correction, and the id of the field, to
 * spread into a Mantine input.
 */
export function useFieldError(name: string) {
  const { errors, clear, idPrefix } = use(FormStateContext)
  return {
    error: errors[name],
    onInput: () => clear(name),
    id: idPrefix === undefined ? undefined : `${idPrefix}${name}`,
  }
}
