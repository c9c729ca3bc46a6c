/**
 * What a connection does: nothing yet or nothing more, sending a request that is not complete, or waiting for the
 * response to a complete one.
 */
export type Activity = 'idle' | 'receiving' | 'answering'

/** A connection that counts towards the bounds. */
export interface BoundedConnection {
  /** The IP prefix of the client; `undefined` for a trusted proxy, which sends the requests of many clients. */
  readonly prefix: string | undefined
  readonly activity: Activity
  destroy(): void
}

/**
 * How many connections a worker holds, and how many of them may send a body, or the first head for `node:http`, that is
 * not complete, in all and by prefix. `node:http` does not tell when a later head begins.
 */
export interface ConnectionLimits {
  open: number
  openPerPrefix: number
  receiving: number
  receivingPerPrefix: number
  /** The bytes of incomplete bodies whose length is above 64 KB or unknown, see `BodyBytes`. */
  bodyBytes: number
}

/** The limits of a worker; docs/proxy.md lists them. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  open: 8000,
  openPerPrefix: 1000,
  receiving: 1000,
  receivingPerPrefix: 100,
  bodyBytes: 67_108_864,
}

/** The connections of a worker, or those of one IP prefix; the oldest first. */
class Group<C extends BoundedConnection> {
  readonly open = new Set<C>()
  /** In the order in which their requests began. */
  readonly receiving = new Set<C>()
}

/**
 * Bounds what strangers can make a worker hold. A new connection beyond a bound closes the oldest idle one of the same
 * prefix or worker, or else the oldest that sends a request; a request beyond a bound closes the one that has been sent
 * for longest. A connection that waits for a response is never closed.
 */
export class ConnectionBounds<C extends BoundedConnection> {
  readonly #limits: ConnectionLimits
  readonly #all = new Group<C>()
  readonly #byPrefix = new Map<string, Group<C>>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Counts a new connection. Returns `false` when there is no room for it, and the caller closes it. */
  add(connection: C): boolean {
    const ofPrefix = this.#findGroup(connection)
    if (ofPrefix && !this.#makeRoom(ofPrefix, this.#limits.openPerPrefix)) return false
    if (!this.#makeRoom(this.#all, this.#limits.open)) return false
    this.#all.open.add(connection)
    if (connection.prefix === undefined) return true
    const group = ofPrefix ?? new Group<C>()
    group.open.add(connection)
    this.#byPrefix.set(connection.prefix, group)
    return true
  }

  /** Stops counting a connection. */
  remove(connection: C): void {
    this.endReceiving(connection)
    this.#all.open.delete(connection)
    const group = this.#findGroup(connection)
    group?.open.delete(connection)
    if (connection.prefix !== undefined && group?.open.size === 0) this.#byPrefix.delete(connection.prefix)
  }

  /** Says that a request has begun whose body, or whose head, is not complete, if that was not said before. */
  beginReceiving(connection: C): void {
    if (!this.#all.open.has(connection)) return
    const ofPrefix = this.#findGroup(connection)
    this.#all.receiving.add(connection)
    ofPrefix?.receiving.add(connection)
    if (ofPrefix) this.#dropSlow(ofPrefix, this.#limits.receivingPerPrefix)
    this.#dropSlow(this.#all, this.#limits.receiving)
  }

  /** Says that the request is complete. */
  endReceiving(connection: C): void {
    if (this.#all.receiving.delete(connection)) this.#findGroup(connection)?.receiving.delete(connection)
  }

  #findGroup({ prefix }: C): Group<C> | undefined {
    return prefix === undefined ? undefined : this.#byPrefix.get(prefix)
  }

  #makeRoom({ open }: Group<C>, limit: number): boolean {
    if (open.size < limit) return true
    let slow: C | undefined
    for (const connection of open) {
      const { activity } = connection
      if (activity === 'idle') return this.#drop(connection)
      if (activity === 'receiving') slow ??= connection
    }
    return slow !== undefined && this.#drop(slow)
  }

  #dropSlow({ receiving }: Group<C>, limit: number): void {
    for (const connection of receiving) {
      if (receiving.size <= limit) return
      if (connection.activity === 'receiving') this.#drop(connection)
      else this.endReceiving(connection)
    }
  }

  #drop(connection: C): true {
    this.remove(connection)
    connection.destroy()
    return true
  }
}
