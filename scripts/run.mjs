// Runs every npm script. It needs only Node 20 or newer: it installs the missing packages and starts the task on the
// pinned Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// NODE_ENV must be set before React is imported, so each task sets it here.
const tasks = {
  start: { mode: 'production', commands: [['scripts/build.ts'], ['src/main.ts', 'start']] },
  dev: { mode: 'development', commands: [['src/main.ts', 'dev']] },
  build: { mode: 'production', commands: [['scripts/build.ts', '--force']] },
  migrate: { mode: 'production', commands: [['src/main.ts', 'migrate']] },
  seed: { mode: 'production', commands: [['src/main.ts', 'seed']] },
  operator: { mode: 'production', commands: [['src/main.ts', 'operator']] },
  backup: { mode: 'production', commands: [['src/main.ts', 'backup']] },
  restore: { mode: 'production', commands: [['src/main.ts', 'restore']] },
  'rotate-key': { mode: 'production', commands: [['src/main.ts', 'rotate-key']] },
  'check-ledger': { mode: 'production', commands: [['src/main.ts', 'check-ledger']] },
  'check-rollups': { mode: 'production', commands: [['src/main.ts', 'check-rollups']] },
  'rebuild-rollups': { mode: 'production', commands: [['src/main.ts', 'rebuild-rollups']] },
  replay: { mode: 'production', commands: [['src/main.ts', 'replay']] },
  'forget-node': { mode: 'production', commands: [['src/main.ts', 'forget-node']] },
  distribute: { mode: 'production', commands: [['src/main.ts', 'distribute']] },
  bench: { mode: 'production', commands: [['scripts/build.ts'], ['bench/main.ts']] },
  check: { mode: 'test', commands: [['scripts/check.ts']] },
  test: { mode: 'test', commands: [['scripts/test.ts']] },
  soak: { mode: 'test', commands: [['scripts/build.ts'], ['scripts/soak.ts']] },
  e2e: { mode: 'test', commands: [['scripts/e2e.ts']] },
  look: { mode: 'test', commands: [['scripts/look.ts']] },
  format: { mode: 'development', commands: [['node_modules/oxfmt/bin/oxfmt', '.']] },
}

const [name = '', ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) {
  process.stderr.write(`Unknown task "${name}". There are: ${Object.keys(tasks).join(', ')}.\n`)
  process.exit(2)
}
try {
  process.exitCode = await runTask(task)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function runTask({ mode, commands }) {
  const node = await install(root)
  if (!existsSync(node)) throw new Error(`There is no Node 26 for ${process.platform} ${process.arch}; install one.`)
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, NODE_ENV: mode, PATH: [bin, dirname(node), process.env.PATH].join(delimiter) }
  const first = commands.slice(0, -1)
  for (const command of first) {
    const code = await runChild(node, command, env)
    if (code !== 0) return code
  }
  return runChild(node, [...commands.at(-1), ...args], env)
}

function runChild(node, command, env) {
  const child = spawn(node, command, { cwd: root, env, stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  // A terminal sends Ctrl-C to the whole process group, so the child already has the signal.
  const onInterrupt = () => process.stdin.isTTY || forward('SIGINT')
  process.on('SIGINT', onInterrupt).on('SIGTERM', forward).on('SIGHUP', forward)
  const watch = watchParent(() => forward('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      process.off('SIGINT', onInterrupt).off('SIGTERM', forward).off('SIGHUP', forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Npm sends SIGTERM only to its shell, so this process detects the loss of its parent instead. */
function watchParent(stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250)
}
