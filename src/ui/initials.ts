const TONES = 8

/** The initials of the first two words, or the first letter of a single one; a symbol when there is no letter. */
export function getInitials(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return initials.length === 0 ? '·' : initials.join('').toLocaleUpperCase('en')
}

/** A number from 0 to 7 that depends on the name alone (FNV-1a). */
export function getTone(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 8) % TONES
}
