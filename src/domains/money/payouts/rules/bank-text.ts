/** The longest name: the schema allows 140 characters, but banks of the euro area refuse more than 70 (EPC132-08). */
export const MAX_BANK_NAME = 70

const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  ł: 'l',
  Ł: 'L',
  '&': '+',
}

/**
 * Writes a text with the characters that banks accept (EPC217-08): Latin letters without accents, digits, blanks and
 * `/-?:().,'+`. Others become `.`, and a text that would be empty is one `.`. Cuts it to `max` characters.
 */
export function writeBankText(text: string, max: number): string {
  const plain = spell(text)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[\s/]+|[\s/]+$/g, '')
  return plain.slice(0, max).replace(/[\s/]+$/, '') || '.'
}

/** Whether a bank can read a name: it has a letter, and each of its letters is Latin or has a Latin spelling. */
export function isBankName(name: string): boolean {
  const spelled = spell(name)
  return /[A-Za-z]/.test(spelled) && !/(?![A-Za-z])\p{L}/u.test(spelled)
}

function spell(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/./gsu, (sign) => SPELLINGS[sign] ?? sign)
}
