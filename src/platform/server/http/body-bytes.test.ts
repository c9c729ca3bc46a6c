import { describe, expect, test } from 'vitest'
import { BodyBytes } from './body-bytes.ts'

function fill(sizes: readonly number[], canRefuse: (index: number) => boolean = () => true) {
  const bodies = new BodyBytes(100_000)
  const refused: number[] = []
  const all = sizes.map((_, index) => ({ refuse: () => canRefuse(index) && refused.push(index) > 0 }))
  for (const [index, body] of all.entries()) bodies.add(body, sizes[index] ?? 0)
  return { bodies, refused, all }
}

describe('bodies beyond the bound', () => {
  test.each<[number[], number[]]>([
    [[40_000, 40_000, 10_000], []],
    [[10_000, 50_000, 40_000], [1]],
    [[40_000, 40_000, 40_000], [0]],
    [[100, 100, 200_000], [2]],
  ])('of %j bytes: refuses %j', (sizes, expected) => {
    expect(fill(sizes).refused).toEqual(expected)
  })

  test('keeps a body whose client waits for a response, and refuses the next largest', () => {
    expect(fill([50_000, 40_000, 20_000], (index) => index !== 0).refused).toEqual([1])
  })

  test('counts the memory that each part takes', () => {
    const { bodies, refused, all } = fill([1, 1])
    for (const body of all) for (let part = 0; part < 90; part++) bodies.add(body, 1)
    expect(refused).toEqual([0])
  })

  test('does not count a body that has ended', () => {
    const { bodies, refused, all } = fill([90_000, 10])
    for (const body of all) bodies.end(body)
    bodies.add({ refuse: () => refused.push(2) > 0 }, 90_000)
    expect(refused).toEqual([])
  })
})
