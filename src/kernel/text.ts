import { z } from 'zod'

/** A text that somebody typed: trimmed, at most `max` characters, without the NUL byte that no database keeps. */
export function plainText(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine((text) => !text.includes('\0'), 'Letters, digits and signs only.')
}

/** A text that must not be empty. */
export function requiredText(max: number) {
  return plainText(max).min(1, 'This field is required.')
}
