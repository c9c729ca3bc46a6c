import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Builds the text of a GET request. */
export function writeGet(target: string, ...fields: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: x', ...fields, '', ''].join('\r\n')
}

/**
 * Sends the pieces (Latin-1) one after another and then a last request that closes the connection, or `last`. Returns
 * everything that the server sent, with dates replaced.
 */
export async function converse(
  port: number,
  pieces: readonly string[],
  last = writeGet('/bye', 'Connection: close'),
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const all = text(socket)
  for (const piece of [...pieces, last]) {
    socket.write(piece, 'latin1')
    await sleep(20)
  }
  return (await all).replaceAll(/Date: .*GMT/g, 'Date: now')
}

/** Connects, and collects what the server sends until either side closes. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (received += piece))
  // A connection that the server resets counts as closed.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.on('end', resolve).on('close', () => resolve())
  })
  await new Promise((resolve) => {
    socket.on('connect', resolve)
  })
  return { socket, closed, received: () => received }
}
