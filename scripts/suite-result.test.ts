import { describe, expect, test } from 'vitest'
import { addResults, describeFailures, describeSlowest, failSuite, requireSuccess, summarize } from './suite-result.ts'

const failure = { file: 'src/list.test.ts', name: 'is sorted', message: 'expected 2 to be 1' }

describe('the failures of a run', () => {
  test('are named with the first lines of their messages, without colours and empty lines', () => {
    const stack = Array.from({ length: 12 }, (_, index) => `  at ${index + 1}`)
    const message = `\u001b[31mexpected 2 to be 1\u001b[39m\n\n${stack.join('\n')}`
    const shown = stack.slice(0, 11).map((line) => `  ${line}\n`)
    expect(describeFailures([{ ...failure, message }])).toBe(
      `FAILED src/list.test.ts › is sorted\n  expected 2 to be 1\n${shown.join('')}`,
    )
  })

  test('are at most 20, and long lines are cut', () => {
    const text = describeFailures(Array.from({ length: 23 }, () => ({ ...failure, message: 'x'.repeat(1000) })))
    expect(text.match(/^FAILED /gm)).toHaveLength(20)
    expect(text.endsWith('x…\n… and 3 more\n')).toBe(true)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(210)
  })

  test('leave nothing to print when there are none', () => {
    expect(describeFailures([])).toBe('')
  })
})

test('the last line counts what passed and what failed in all suites', () => {
  const result = addResults([
    { passed: 3, failures: [failure] },
    { passed: 4, failures: [failure] },
  ])
  expect(summarize(result)).toBe('7 passed, 2 failed\n')
})

test('the ten slowest files are named, each with the sum of its times', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `src/${index}.test.ts`, seconds: index }))
  const result = addResults([
    { passed: 1, failures: [], files },
    { passed: 1, failures: [], files: [{ file: 'src/3.test.ts', seconds: 20.04 }] },
  ])
  const lines = describeSlowest(result).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[0]).toBe('   23.0 s  src/3.test.ts')
  expect(lines[9]).toBe('    2.0 s  src/2.test.ts')
})

test('a suite that has run no test, or that failed without a failed test, counts as one failure', () => {
  const good = { passed: 2, failures: [] }
  const bad = { passed: 0, failures: [failure] }
  expect(requireSuccess('e2e', good, true)).toBe(good)
  expect(requireSuccess('e2e', bad, false)).toBe(bad)
  expect(requireSuccess('e2e', { passed: 0, failures: [] }, true)).toEqual(failSuite('e2e', 'It has run no test.'))
  expect(requireSuccess('e2e', good, false)).toMatchObject({ passed: 2, failures: [{ file: 'e2e', name: '' }] })
})
