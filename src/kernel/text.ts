import { z } from 'zod'
import { coded } from './error-codes.ts'

/**
 * A text that somebody typed: trimmed, at most `max` characters, without what no database keeps: the NUL byte and half
 * of a pair of code units.
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
