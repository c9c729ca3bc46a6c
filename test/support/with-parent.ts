import { spawnSync } from 'node:child_process'

/** Its whole path, because a test may start a network whose PATH lacks it. */
const SETPRIV = '/usr/bin/setpriv'

let isSupported: boolean | undefined

/**
 * Wraps a command so that Linux sends it `signal` when this process ends, even by SIGKILL. So a killed run leaves no
 * process. Returns the command unchanged where `setpriv` cannot do that. The process id is that of the command.
 */
export function withParent(
  signal: 'KILL' | 'QUIT',
  [file, ...args]: readonly [string, ...string[]],
): { file: string; args: string[] } {
  const options = ['--pdeathsig', signal]
  isSupported ??= process.platform === 'linux' && spawnSync(SETPRIV, [...options, 'true']).status === 0
  return isSupported ? { file: SETPRIV, args: [...options, file, ...args] } : { file, args }
}
