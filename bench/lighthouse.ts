import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/command.ts'
import { withLock } from '../scripts/lock.mjs'
import { findBrowser } from '#test/support/browser.ts'
import { startPublicNetwork } from './support/public-network.ts'

/** Installed only by this benchmark (176 MB), because nothing else needs it. */
const VERSION = '13.5.0'
const folder = join(root, '.cache', `lighthouse-${VERSION}`)
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')

/** The lowest score that each category may have; other load on the machine lowers the performance. */
const TARGETS = { accessibility: 1, 'best-practices': 1, seo: 1, performance: 0.95 } as const
const CATEGORIES = Object.keys(TARGETS) as (keyof typeof TARGETS)[]

/** Other load on the machine can only lower a score, so a page that fails is measured again. */
const ATTEMPTS = 3

/** The part of Lighthouse's JSON that this benchmark reads. */
interface Result {
  runtimeError?: { message: string }
  /** The speed of the machine during the run: 1500 and more is a good desktop, 500 a cheap phone. */
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/** Runs Lighthouse on a simulated phone for one page of each kind, beside its own measure of the machine. */
async function main(): Promise<void> {
  const failure = await fetchLighthouse()
  if (failure !== undefined) {
    process.stdout.write(`lighthouse is skipped: npm does not deliver lighthouse@${VERSION} (${failure})\n`)
    return
  }
  const { executablePath } = await findBrowser()
  const { network, merchantPath } = await startPublicNetwork()
  try {
    for (const path of ['/', '/advertisers', '/privacy-policy', merchantPath, '/sign-up-creator']) {
      printResult(path, auditAtBest(network.url + path, executablePath))
    }
  } finally {
    await network.remove()
  }
}

/** Installs Lighthouse when it is missing; returns why it could not, or undefined. */
function fetchLighthouse(): Promise<string | undefined> {
  return withLock(root, 'lighthouse', () => {
    if (existsSync(program)) return undefined
    process.stdout.write('fetching lighthouse…\n')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
    const npm = process.env['npm_execpath']
    const args = ['install', `lighthouse@${VERSION}`, '-E', '--ignore-scripts', '--no-audit', '--no-fund']
    const options = { cwd: folder, encoding: 'utf8', timeout: 300_000 } as const
    const { status, stderr } = npm
      ? spawnSync(process.execPath, [npm, ...args, '--loglevel=error'], options)
      : spawnSync('npm', [...args, '--loglevel=error'], options)
    if (status === 0 && existsSync(program)) return undefined
    rmSync(folder, { recursive: true, force: true })
    return stderr?.trim().split('\n')[0] || 'npm is not there'
  })
}

/** Returns the best of the attempts; stops at the first that meets all targets. */
function auditAtBest(url: string, executablePath: string): Result {
  const results: Result[] = []
  for (let attempt = 0; attempt < ATTEMPTS && !results.some(isMet); attempt++) results.push(audit(url, executablePath))
  const [best] = results.toSorted((one, other) => getPerformance(other) - getPerformance(one))
  if (best === undefined || best.runtimeError) {
    throw new Error(`lighthouse failed at ${url}: ${best?.runtimeError?.message}`)
  }
  return best
}

function audit(url: string, executablePath: string): Result {
  const output = mkdtempSync(join(tmpdir(), 'tandem-lighthouse-'))
  const file = join(output, 'result.json')
  const args = ['--quiet', '--form-factor=mobile', `--only-categories=${CATEGORIES.join(',')}`]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-background-networking'
  const { stderr } = spawnSync(
    process.execPath,
    [program, url, ...args, chrome, '--output=json', '--output-path', file],
    {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH: executablePath },
      timeout: 120_000,
    },
  )
  if (!existsSync(file)) throw new Error(`lighthouse failed at ${url}: ${stderr}`)
  const result = JSON.parse(readFileSync(file, 'utf8')) as Result
  rmSync(output, { recursive: true })
  return result
}

function getPerformance(result: Result): number {
  return getScore(result, 'performance')
}

function getScore({ runtimeError, categories }: Result, name: keyof typeof TARGETS): number {
  return runtimeError ? 0 : (categories[name]?.score ?? 0)
}

function getShift({ audits }: Result): number {
  return audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
}

function isMet(result: Result): boolean {
  return getShift(result) === 0 && CATEGORIES.every((name) => getScore(result, name) >= TARGETS[name])
}

function printResult(path: string, result: Result): void {
  const words = CATEGORIES.map((name) => `${name} ${Math.round(getScore(result, name) * 100)}`)
  const machine = `(machine ${result.environment.benchmarkIndex.toFixed(0)})`
  const figure = `${words.join(', ')}, CLS ${getShift(result).toFixed(3)} ${machine}`
  const verdict = `100, 100, 100, at least 95, 0: ${isMet(result) ? 'met' : 'MISSED'}`
  process.stdout.write(`${path.slice(0, 29).padEnd(30)} ${figure.padEnd(86)} ${verdict}\n`)
  for (const name of CATEGORIES) {
    const refs = name === 'performance' ? [] : (result.categories[name]?.auditRefs ?? [])
    const failed = refs.filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    for (const { id } of failed) process.stdout.write(`  ${name}: ${id}: ${result.audits[id]?.title}\n`)
  }
}

await main()
