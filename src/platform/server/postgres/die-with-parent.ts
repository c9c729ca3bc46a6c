import { spawnSync } from 'node:child_process'

/**
 * Wraps `command` so that Linux sends it `signal` when this process dies, even after SIGKILL. Returns `command`
 * unchanged where `setpriv` is missing.
 */
export function withParent(signal: 'INT' | 'TERM' | 'KILL', command: readonly string[]): string[] {
  const prefix = ['setpriv', '--pdeathsig', signal]
  // BusyBox has a `setpriv` without this option.
  const isSupported = process.platform === 'linux' && spawnSync('setpriv', [...prefix.slice(1), 'true']).status === 0
  return isSupported ? [...prefix, ...command] : [...command]
}
