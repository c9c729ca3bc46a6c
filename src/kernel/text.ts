import { z } from 'zod'
import { coded } from './error-codes.ts'

/**
 * A text from user input: trimmed, at most `max` characters. It rejects the NUL byte and lone surrogates, which
 * PostgreSQL cannot store.
 */
export function plainText(max: number) {
  return z
    .string()
    .trim()
    .max(max, coded('input.characters', { max }))
    .refine((text) => !text.includes('\0') && text.isWellFormed(), coded('sign'))
}

/** A text that must not be empty. */
export function requiredText(max: number) {
  return plainText(max).min(1, coded('required'))
}
