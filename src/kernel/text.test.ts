import { expect, test } from 'vitest'
import { plainText } from './text.ts'

test.each(['Ada Lovelace', '茶叶店', 'متجر الشاي', 'Tea 🍵 & Co.', ' trimmed '])('accepts %j', (text) => {
  expect(plainText(40).parse(text)).toBe(text.trim())
})

test.each(['a\0b', 'a\uD800', '\u202Emoc.live', 'a\u2066b', 'a\u2069', 'a\u202Ab'])('refuses %j', (text) => {
  expect(plainText(40).safeParse(text).success).toBe(false)
})
