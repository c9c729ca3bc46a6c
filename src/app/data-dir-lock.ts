import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#platform/server/start-error.ts'

/** Begins the name of a socket without a file, which Linux has. */
const ABSTRACT = '\0'

/**
 * Claims `dataDir` for this process until it ends. The claim is a listening socket, because the system closes it even
 * when the process is killed, unlike a lock file. A later process gets `address` for its error message. Throws a
 * StartError when another process holds the claim.
 */
export async function claimDataDir(dataDir: string, address: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const path = claimPath(dataDir)
  if (await listen(path, address)) return
  const owner = await askOwner(path)
  if (owner === undefined) {
    // A killed process left the file of its socket; an abstract socket has none, and its process has just ended.
    if (!path.startsWith(ABSTRACT)) rmSync(path, { force: true })
    if (await listen(path, address)) return
  }
  throw new StartError(
    `Tandem already runs on the data in ${dataDir}${owner ? ` (${owner})` : ''}. ` +
      'Stop it first, or choose another DATA_DIR.',
  )
}

/** Returns whether a running process has claimed `dataDir`. */
export async function isClaimed(dataDir: string): Promise<boolean> {
  mkdirSync(dataDir, { recursive: true })
  return (await askOwner(claimPath(dataDir))) !== undefined
}

function claimPath(dataDir: string): string {
  const name = `tandem-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`
  return process.platform === 'linux' ? `${ABSTRACT}${name}` : join(tmpdir(), `${name}.sock`)
}

async function listen(path: string, address: string): Promise<boolean> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`process ${process.pid}, ${address}`)
  })
  server.unref()
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
  server.listen(path, () => resolve(true))
  return promise
}

/** Asks the owner of the claim to describe itself; `undefined` when there is none. */
async function askOwner(path: string): Promise<string | undefined> {
  const socket = connect(path)
  // A suspended process holds its claim but does not answer.
  socket.setTimeout(1000, () => socket.end())
  try {
    return await text(socket)
  } catch {
    return undefined
  }
}
