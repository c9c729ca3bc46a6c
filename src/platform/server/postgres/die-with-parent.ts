import { spawnSync } from 'node:child_process'

/**
 * `command`, put so that Linux sends it `signal` when this process dies, however hard; where `setpriv` is not there, as
 * it is.
 */
export function withParent(signal: 'INT' | 'KILL', command: readonly string[]): string[] {
  const words = ['setpriv', '--pdeathsig', signal]
  // The program of that name in BusyBox does not know the word.
  const isThere = process.platform === 'linux' && spawnSync('setpriv', [...words.slice(1), 'true']).status === 0
  return isThere ? [...words, ...command] : [...command]
}
