/** The backgrounds of a lettermark, each with the colour of its letters. */
const TONES = [
  ['#0d4a3c', '#d8f3e8'],
  ['#ffd2c2', '#7a2710'],
  ['#fbd68a', '#563900'],
  ['#bfe0ee', '#12455c'],
  ['#b73a18', '#fff1ec'],
  ['#ddd3f3', '#432a78'],
  ['#b8e2cf', '#0b4a38'],
  ['#24405f', '#dbe9fb'],
] as const

/**
 * Returns the initials of the first two words, or the first letter of a single word; a symbol when there is no letter.
 */
export function getInitials(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return initials.length === 0 ? '·' : initials.join('').toLocaleUpperCase('en')
}

/** Returns a number from 0 to 7 that depends only on the name (FNV-1a). */
export function getTone(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 8) % TONES.length
}

/** Returns the colours of a tone. */
export function getToneColors(tone: number): readonly [ground: string, ink: string] {
  return TONES[tone % TONES.length] ?? TONES[0]
}
