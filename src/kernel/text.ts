import { z } from 'zod'
import { coded } from './error-codes.ts'
import { PUBLISHER_EMAIL } from './patterns.ts'
import { isPlain } from './unstorable.ts'

/**
 * A text from user input: trimmed, at most `max` characters. It rejects the NUL byte and lone surrogates, which
 * PostgreSQL cannot store, and controls of the writing direction.
 */
export function plainText(max: number) {
  return z.string().trim().max(max, coded('input.characters', { max })).refine(isPlain, coded('sign'))
}

/** A text that must not be empty. */
export function requiredText(max: number) {
  return plainText(max).min(1, coded('required'))
}

/** An e-mail of a publisher, or an empty text. Refuses others with `account.56` (specification 2, section 5). */
export function publisherEmail() {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || (text.length <= 254 && PUBLISHER_EMAIL.test(text)), coded('account.56'))
}
