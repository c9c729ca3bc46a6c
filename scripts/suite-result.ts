import { stripVTControlCharacters } from 'node:util'

/** A test that failed, a test file that could not run, or a check that found something. */
export interface Failure {
  /** The file of the test, relative to the checkout; the name of the suite when no file is to blame. */
  file: string
  /** The full name of the test; empty when the whole file failed. */
  name: string
  message: string
}

/** The outcome of a suite. */
export interface SuiteResult {
  passed: number
  failures: readonly Failure[]
  /** How long each file of tests took. */
  files?: readonly FileTime[]
}

/** How long the tests of a file took; a file that ran in several projects has the sum. */
export interface FileTime {
  /** Relative to the checkout. */
  file: string
  seconds: number
}

/** Puts the results of several suites together. */
export function addResults(results: readonly SuiteResult[]): SuiteResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    files: results.flatMap(({ files = [] }) => files),
  }
}

/** Returns the result of a suite whose tests could not run. */
export function failSuite(suite: string, message: string): SuiteResult {
  return { passed: 0, failures: [{ file: suite, name: '', message }] }
}

/** Counts a suite without tests, and one that failed although no test did, as one failure. */
export function requireSuccess(suite: string, result: SuiteResult, hasSucceeded: boolean): SuiteResult {
  if (result.failures.length > 0) return result
  if (result.passed === 0) return failSuite(suite, 'It has run no test.')
  if (hasSucceeded) return result
  return {
    ...result,
    failures: [{ file: suite, name: '', message: 'It failed although no test did: see its output.' }],
  }
}

const MAX_FAILURES = 20
const MAX_MESSAGE_LINES = 12
const MAX_LINE_CHARACTERS = 200

/** Describes failures in at most 20 paragraphs, each with the first lines of its message. */
export function describeFailures(failures: readonly Failure[]): string {
  const shown = failures.slice(0, MAX_FAILURES).map(describeFailure)
  const others = failures.length - shown.length
  return [...shown, ...(others > 0 ? [`… and ${others} more\n`] : [])].join('')
}

function describeFailure({ file, name, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_MESSAGE_LINES)
    .map((line) => `  ${shorten(line.trimEnd())}\n`)
  return `FAILED ${file}${name === '' ? '' : ` › ${name}`}\n${lines.join('')}`
}

function shorten(line: string): string {
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line
}

const SLOWEST_FILES = 10

/** Names the ten files of tests that took longest, a line for each. */
export function describeSlowest({ files = [] }: SuiteResult): string {
  const byFile = Map.groupBy(files, ({ file }) => file)
  const sums = [...byFile].map(([file, times]) => ({
    file,
    seconds: times.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
  const slowest = sums.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES)
  return slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`).join('')
}

/** Returns the last line of a run. */
export function summarize({ passed, failures }: SuiteResult): string {
  return `${passed} passed, ${failures.length} failed\n`
}
