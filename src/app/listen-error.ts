import type { Config } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'

/** An address on which the network listens, and the variable that sets its port. */
export interface Listening {
  host: string
  port: number
  variable: 'PORT' | 'TRACKING_PORT'
}

/** Returns where each worker listens: for the pages, and for tracking if that has a port of its own. */
export function getListening({ host, port, trackingPort }: Config): { pages: Listening; tracking?: Listening } {
  const pages = { host, port, variable: 'PORT' } as const
  if (trackingPort === undefined) return { pages }
  return { pages, tracking: { host, port: trackingPort, variable: 'TRACKING_PORT' } }
}

/** Turns an error of `listen` into a StartError with advice; returns other errors unchanged. */
export function describeListenError(error: unknown, { host, port, variable }: Listening): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Set ${variable} to a free one.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} is not allowed for this account. Set ${variable} to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`HOST is ${host}, and this machine has no such address.`)
  }
  return error
}
