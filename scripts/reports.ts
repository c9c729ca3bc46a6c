import { relative } from 'node:path'
import type { Failure, SuiteResult } from './suite-result.ts'

/** The part of Vitest's JSON report that is read. */
export interface VitestReport {
  numPassedTests: number
  testResults: {
    /** An absolute path. */
    name: string
    status: string
    /** Why the file could not be loaded or set up. */
    message: string
    /** When the file began and ended, in milliseconds. */
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Reads the result of Vitest. A test file that fails to load or to set up reports no failed test, and is a failure. */
export function readVitestReport({ numPassedTests, testResults }: VitestReport, root: string): SuiteResult {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, name: '', message }]
    return failed.map((test) => ({ file, name: test.fullName, message: (test.failureMessages ?? []).join('\n') }))
  })
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: numPassedTests, failures, files }
}

/** The part of Playwright's JSON report that is read. */
export interface PlaywrightReport {
  stats: { expected: number; flaky: number }
  suites: PlaywrightSuite[]
  /** Errors outside tests. */
  errors: PlaywrightError[]
}

interface PlaywrightSuite {
  title: string
  /** Relative to the folder of the tests. */
  file: string
  specs: {
    title: string
    tests: { projectName: string; status: string; results: { duration: number; errors: PlaywrightError[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightError {
  message?: string
}

/** Reads the result of Playwright, whose tests lie in `folder`. */
export function readPlaywrightReport({ stats, suites, errors }: PlaywrightReport, folder: string): SuiteResult {
  // The outermost suites are the files.
  const ofTests = suites.flatMap((suite) => listFailedTests(suite, []))
  const failures = [
    ...ofTests.map((failure) => ({ ...failure, file: `${folder}/${failure.file}` })),
    ...errors.map(({ message = '' }) => ({ file: folder, name: '', message })),
  ]
  const files = suites.map((suite) => ({ file: `${folder}/${suite.file}`, seconds: sumSeconds(suite) }))
  return { passed: stats.expected + stats.flaky, failures, files }
}

function sumSeconds({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
  return suites.reduce((sum, suite) => sum + sumSeconds(suite), own)
}

function listFailedTests({ file, specs, suites = [] }: PlaywrightSuite, titles: readonly string[]): Failure[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        file,
        name: [projectName, ...titles, title].join(' › '),
        message: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
      })),
  )
  return [...own, ...suites.flatMap((suite) => listFailedTests(suite, [...titles, suite.title]))]
}
