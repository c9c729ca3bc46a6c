import type { FieldError } from './form-validation.ts'

/** The standard address pattern of the applications; a test holds it to the one that accounts use. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/**
 * The publishers' address pattern (specification 2, section 5): letters and digits with single `-`, `_` or `.` between
 * them, a domain, and a top level of 2 to 4 letters.
 */
export const PUBLISHER_EMAIL = /^[a-z0-9]+([-_.][a-z0-9]+)*@([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,4}$/i

/** A phone number of the publishers: 8 to 15 digits or hyphens. */
export const CONTACT_NUMBER = /^[\d-]{8,15}$/

/** Says `error` when a text does not match the pattern. */
export function matches(pattern: RegExp, error: FieldError): (text: string) => FieldError | undefined {
  return (text) => (pattern.test(text) ? undefined : error)
}

/** Says `choice` when a text is none of the options. */
export function oneOf(options: readonly string[]): (text: string) => FieldError | undefined {
  return (text) => (options.includes(text) ? undefined : 'choice')
}

/** Says `choice` when a text is no position, from 1, in a list of this many entries. */
export function indexInto(list: readonly unknown[]): (text: string) => FieldError | undefined {
  return (text) => (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= list.length ? undefined : 'choice')
}
