import { expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'

test('a report of Vitest names each test that failed, and each file that could not run', () => {
  const passed = { status: 'passed', fullName: 'a list is empty', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'a list is sorted', failureMessages: ['expected 2 to be 1', 'and 3'] }
  const [startTime, endTime] = [1000, 3500]
  const report = {
    numPassedTests: 2,
    testResults: [
      {
        name: '/work/src/list.test.ts',
        status: 'failed',
        message: '',
        startTime,
        endTime,
        assertionResults: [passed, failed],
      },
      {
        name: '/work/src/tree.test.ts',
        status: 'failed',
        message: 'no database',
        startTime,
        endTime,
        assertionResults: [passed],
      },
      { name: '/work/src/leaf.test.ts', status: 'passed', message: '', startTime, endTime, assertionResults: [] },
    ],
  }
  expect(readVitestReport(report, '/work')).toEqual({
    passed: 2,
    failures: [
      { file: 'src/list.test.ts', name: 'a list is sorted', message: 'expected 2 to be 1\nand 3' },
      { file: 'src/tree.test.ts', name: '', message: 'no database' },
    ],
    files: ['src/list.test.ts', 'src/tree.test.ts', 'src/leaf.test.ts'].map((file) => ({ file, seconds: 2.5 })),
  })
})

test('a report of Playwright names each test that failed with groups and screen, and errors outside tests', () => {
  const run = (projectName: string, status: string) => ({
    projectName,
    status,
    results: [{ duration: 1500, errors: status === 'unexpected' ? [{ message: 'no button' }] : [] }],
  })
  const header = {
    title: 'header',
    file: 'site.spec.ts',
    specs: [{ title: 'opens', tests: [run('desktop', 'expected'), run('phone', 'unexpected')] }],
  }
  const report = {
    stats: { expected: 1, flaky: 1 },
    suites: [{ title: 'site.spec.ts', file: 'site.spec.ts', specs: [], suites: [header] }],
    errors: [{ message: 'no network' }],
  }
  expect(readPlaywrightReport(report, 'e2e')).toEqual({
    passed: 2,
    failures: [
      { file: 'e2e/site.spec.ts', name: 'phone › header › opens', message: 'no button' },
      { file: 'e2e', name: '', message: 'no network' },
    ],
    files: [{ file: 'e2e/site.spec.ts', seconds: 3 }],
  })
})
