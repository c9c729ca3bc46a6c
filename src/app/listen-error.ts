import { StartError } from '#platform/server/start-error.ts'

/** Turns an error of `listen` into a StartError with advice; returns other errors unchanged. */
export function describeListenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is taken by another program. Set PORT to a free one.`)
  if (code === 'EACCES') return new StartError(`Port ${port} is not allowed for this account. Set PORT to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`HOST is ${host}, and this machine has no such address.`)
  }
  return error
}
