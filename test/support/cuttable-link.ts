import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/**
 * A TCP port that leads to a unix socket and that a test can cut like a network cable: afterwards no byte passes and no
 * side learns that the other one has gone.
 */
export class CuttableLink {
  readonly #target: string
  readonly #server: Server
  readonly #pairs = new Set<readonly [near: Socket, far: Socket]>()
  #isCut = false

  constructor(target: string) {
    this.#target = target
    this.#server = createServer((near) => this.#connect(near))
  }

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.#isCut = true
    for (const socket of [...this.#pairs].flat()) socket.pause()
  }

  /** Connects the cable again: the sides learn what they missed. */
  mend(): void {
    this.#isCut = false
    for (const pair of this.#pairs) {
      if (pair.some((socket) => socket.destroyed)) for (const socket of pair) socket.destroy()
      else for (const socket of pair) socket.resume()
    }
  }

  close(): void {
    this.#server.close()
    for (const socket of [...this.#pairs].flat()) socket.destroy()
  }

  #connect(near: Socket): void {
    // A cut cable answers no new connection; the one that waits breaks when the cable is mended.
    const far = this.#isCut ? near : connect(this.#target)
    const pair = [near, far] as const
    this.#pairs.add(pair)
    near.on('data', (chunk) => far.write(chunk))
    if (this.#isCut) near.pause()
    else far.on('data', (chunk) => near.write(chunk))
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        if (this.#isCut) return
        for (const other of pair) other.destroy()
        this.#pairs.delete(pair)
      })
    }
  }
}
