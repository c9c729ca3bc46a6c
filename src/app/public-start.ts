import { isLoopbackHost } from '#kernel/ip.ts'
import type { Config } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'

/** The argument with which a public network starts with demo data and examples all the same. */
export const ALLOW_DEMO = '--allow-demo'

/**
 * Throws a StartError that names what is missing when strangers can reach the network and it would show them the demo
 * data or the example names and addresses.
 */
export function checkPublicStart(config: Config, args: readonly string[]): void {
  const reason = findPublicReason(config)
  if (reason === undefined || args.includes(ALLOW_DEMO)) return
  const missing = [...(config.demo ? ['DEMO=0'] : []), ...config.unsetIdentity]
  if (missing.length === 0) return
  const named = new Intl.ListFormat('en').format(missing)
  throw new StartError(`${reason}, so strangers can reach this network. Set ${named}, or start with ${ALLOW_DEMO}.`)
}

function findPublicReason({ host, publicUrl, trackingOrigin }: Config): string | undefined {
  if (!isLoopbackHost(host)) return `HOST is ${host}`
  if (publicUrl.startsWith('https:')) return `PUBLIC_URL is ${publicUrl}`
  return trackingOrigin.startsWith('https:') ? `TRACKING_URL is ${trackingOrigin}` : undefined
}
