import { connect } from 'node:net'

/** Builds the text of a GET request. */
export function writeGet(target: string, ...fields: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: x', ...fields, '', ''].join('\r\n')
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
