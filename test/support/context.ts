import type { Db } from '#database'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'

/** The network of tests, as its mails name it. */
export const branding = {
  networkName: 'Tandem',
  supportEmail: 'support@tandem.example',
  publicUrl: 'http://localhost:3000',
}

/** Builds the context of a job of the network of tests. */
export function testContext(db: Db, name = 'test', now = new Date()): Ctx {
  return systemContext({ db, branding }, name, now)
}
