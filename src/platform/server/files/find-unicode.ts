/**
 * Finds the encoding of Unicode that the first bytes of a text show: a byte order mark or, in UTF-16, the zero beside a
 * letter of ASCII. Undefined for others: most often UTF-8 without a mark.
 */
export function findUnicode(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const start = Buffer.from(bytes.subarray(0, 3)).toString('hex')
  if (start === 'efbbbf') return 'utf-8'
  if (/^(fffe|(?!00)..00)/.test(start)) return 'utf-16le'
  return /^(feff|00(?!00)..)/.test(start) ? 'utf-16be' : undefined
}
