import { describe, expect, test } from 'vitest'
import { describeSizes, findLongFiles, findLongFunctions, findLongLines, percentile95 } from './support/sizes.ts'
import { parseSourceFile } from './support/source-files.ts'

describe('sizes', () => {
  const body = (lines: number) => `{\n${'  void 0\n'.repeat(lines - 2)}}`
  const parse = (path: string, text: string) => [parseSourceFile(path, text)]

  test('finds files of more than 300 lines', () => {
    expect(findLongFiles(parse('src/a.ts', '0\n'.repeat(300)))).toEqual([])
    expect(findLongFiles(parse('src/a.ts', '0\n'.repeat(301)))).toEqual(['src/a.ts has 301 lines'])
  })

  test('finds functions of more than 70 lines, 100 in a .tsx', () => {
    expect(findLongFunctions(parse('src/a.ts', `function a() ${body(70)}`))).toEqual([])
    expect(findLongFunctions(parse('src/a.ts', `\nconst a = () => ${body(71)}`))).toEqual([
      'src/a.ts:2 is a function of 71 lines',
    ])
    expect(findLongFunctions(parse('src/a.tsx', `function a() ${body(100)}`))).toEqual([])
    expect(findLongFunctions(parse('src/a.tsx', `function a() ${body(101)}`))).toHaveLength(1)
    expect(findLongFunctions(parse('src/a.test.ts', `describe('a', () => ${body(200)})`))).toEqual([])
    expect(findLongFunctions(parse('src/a.test.ts', `function a() ${body(71)}`))).toHaveLength(1)
  })

  test('finds lines of more than 120 characters', () => {
    expect(findLongLines(parse('src/a.ts', `0\n// ${'x'.repeat(118)}`))).toEqual(['src/a.ts:2 is 121 wide'])
  })

  test('describes the percentiles', () => {
    expect(describeSizes(parse('src/a.ts', `function a() ${body(20)}`))).toBe(
      '95 % of the files have at most 20 lines, of the functions 20',
    )
  })

  test('computes the 95th percentile', () => {
    expect(percentile95(Array.from({ length: 100 }, (_, index) => index + 1))).toBe(95)
    expect(percentile95([7])).toBe(7)
    expect(percentile95([])).toBe(0)
  })
})
