import type { FieldError } from './form-validation.ts'

/** The e-mail pattern of applications. A test keeps it equal to the pattern of accounts. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** A publisher's phone number: 8 to 15 digits or hyphens. */
export const CONTACT_NUMBER = /^[\d-]{8,15}$/

/** Builds a check that returns `error` for a text that does not match the pattern. */
export function matches(pattern: RegExp, error: FieldError): (text: string) => FieldError | undefined {
  return (text) => (pattern.test(text) ? undefined : error)
}

/** Builds a check that returns `choice` for a text that is not one of the options. */
export function oneOf(options: readonly string[]): (text: string) => FieldError | undefined {
  return (text) => (options.includes(text) ? undefined : 'choice')
}

/** Builds a check that returns `choice` for a text that is not a position in the list, counted from 1. */
export function indexInto(list: readonly unknown[]): (text: string) => FieldError | undefined {
  return (text) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= list.length ? undefined : 'choice')
}
