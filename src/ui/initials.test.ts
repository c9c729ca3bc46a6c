import { describe, expect, test } from 'vitest'
import { lettersOf, toneOf } from './initials.ts'

describe('lettersOf', () => {
  test.each([
    ['Gomino', 'G'],
    ['Sport Chek', 'SC'],
    ['bonprix', 'B'],
    ['  TikTok for Business', 'TF'],
    ['7-Eleven', '7E'],
    ['élan', 'É'],
    ['王府井', '王'],
    ['🎉', '·'],
    ['', '·'],
  ])('%j becomes %j', (name, letters) => {
    expect(lettersOf(name)).toBe(letters)
  })
})

describe('toneOf', () => {
  test('does not depend on case or surrounding blanks', () => {
    expect(toneOf(' Gomino ')).toBe(toneOf('gomino'))
  })

  test('spreads names over all eight tones', () => {
    const tones = new Set(Array.from({ length: 200 }, (_, index) => toneOf(`merchant ${index}`)))
    expect([...tones].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
