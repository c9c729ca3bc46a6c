/** Tells whether a line fits where it is written. */
type Fits = (line: string) => boolean

/** A Chinese character or a word with the punctuation that closes it, or blanks. */
const PIECES = /(?:\p{Script=Han}|[^\s\p{Script=Han}，。、：；！？）]+)[，。、：；！？）]*|[，。、：；！？）]+|\s+/gu

/** Breaks a text into lines, between words and between Chinese characters. A piece that fits nowhere is a line. */
export function breakLines(text: string, fits: Fits): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(PIECES) ?? []) {
    if (line !== '' && !fits((line + piece).trimEnd())) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else {
      line += piece
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** Cuts a line that does not fit, which then ends in an ellipsis. */
export function shortenLine(line: string, fits: Fits): string {
  if (fits(line)) return line
  const characters = Array.from(line)
  let [fitting, tooLong] = [0, characters.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (fits(`${characters.slice(0, middle).join('')}…`)) fitting = middle
    else tooLong = middle
  }
  return `${characters.slice(0, fitting).join('').trimEnd()}…`
}
