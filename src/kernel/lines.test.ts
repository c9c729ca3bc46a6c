import { expect, test } from 'vitest'
import { breakLines, shortenLine } from './lines.ts'

/** Fits eight letters, of which a Chinese character counts for two. */
const fits = (line: string) => Array.from(line).reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0) <= 8

test.each([
  ['', []],
  [' ', []],
  ['one two three', ['one two', 'three']],
  ['  one  two ', ['  one', 'two']],
  ['extraordinary one', ['extraordinary', 'one']],
  ['我们支付佣金', ['我们支付', '佣金']],
  ['我们支付，每月', ['我们支', '付，每月']],
  ['Nike，Adidas', ['Nike，', 'Adidas']],
  ['用API查询', ['用API查', '询']],
])('breaks %j into %j', (text, lines) => expect(breakLines(text, fits)).toEqual(lines))

test.each([
  ['one', 'one'],
  ['one, two', 'one, two'],
  ['one, two, three', 'one, tw…'],
  ['我们支付佣金', '我们支…'],
])('shortens %j to %j', (line, short) => expect(shortenLine(line, fits)).toBe(short))
