import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { TRACKER_PATH } from '../src/domains/tracking/tracking/rules/tracker.ts'
import { root, runScript } from './command.ts'
import { withLock } from './lock.mjs'

const site = join(root, 'build')
/** The build goes here first, so that a running network serves the old site until the new one is complete. */
const draft = join(root, '.cache', 'build')
const stamp = join(site, '.stamp')
const inputs = [
  'scripts/build.ts',
  'src/**/*',
  'public/**/*',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]
const isTest = /\.test\.tsx?$/
const isCompressible = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/
/** Compressing smaller files does not help, because they fit into one packet. */
const compressFromBytes = 1_000

if (import.meta.main) {
  if (process.argv.includes('--force')) rmSync(stamp, { force: true })
  process.exitCode = (await buildWhenStale()) ? 0 : 1
}

/** Builds the site unless `build/` matches the sources. Prints the output of a failed build and returns false. */
export function buildWhenStale(): Promise<boolean> {
  return withLock(root, 'build', async () => {
    const wanted = hashInputs()
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
    rmSync(draft, { recursive: true, force: true })
    process.stdout.write('building…\n')
    const { succeeded, output } = await runScript('node_modules/@react-router/dev/bin.cjs', ['build'], {
      env: { NODE_ENV: 'production', BUILD_DIRECTORY: draft },
    })
    if (!succeeded) {
      process.stderr.write(output)
      return false
    }
    await buildTracker(join(draft, 'client'))
    await compressAssets()
    writeFileSync(join(draft, '.stamp'), wanted)
    rmSync(site, { recursive: true, force: true })
    renameSync(draft, site)
    return true
  })
}

/** Builds the script that publishers install into a folder, at its address. It is one classic script. */
export async function buildTracker(folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      target: 'es2020',
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'src/tracker/tracker.ts',
        output: { format: 'iife', entryFileNames: TRACKER_PATH.slice(1) },
      },
    },
  })
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    const file = join(root, path)
    if (isTest.test(path) || !statSync(file).isFile()) continue
    hash.update(path).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Writes a `.br` and a `.gz` file for each asset. The server sends these instead of compressing at each request. */
async function compressAssets(): Promise<void> {
  const folder = join(draft, 'client')
  const files = globSync('**/*', { cwd: folder })
    .filter((path) => isCompressible.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).size >= compressFromBytes)
  await Promise.all(files.map(compress))
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
