import { forgetNode } from '#domains/tracking/tracking/commands/forget-node.ts'
import type { Config } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'
import { say, withNetwork } from './commands.ts'

/** `npm run forget:node -- NAME`: lets backups no longer wait for the spool of a node whose disk is lost. */
export async function runForgetNode(config: Config, [nodeName]: string[]): Promise<void> {
  if (nodeName === undefined) throw new StartError('Which node? npm run forget:node -- NAME, as the backup names it.')
  await withNetwork(config, async (ctx) => {
    const { forgotten, running } = await forgetNode(ctx, { nodeName })
    for (const { clicks, reportedAt } of forgotten) {
      say(
        `The node ${nodeName} is forgotten, and backups no longer wait for its spool. It had ` +
          `${clicks.toLocaleString('en')} clicks at ${reportedAt.toISOString()}, when it reported last. Those that ` +
          'are not in the database are lost with its disk; if the disk is found, npm run replay still records them.',
      )
    }
    const [alive] = running
    if (alive && forgotten.length === 0) {
      throw new StartError(
        `The node ${nodeName} runs: it reported at ${alive.reportedAt.toISOString()}. Stop it and wait a minute; a ` +
          'node that stops with an empty spool is forgotten by itself.',
      )
    }
    if (forgotten.length === 0) throw new StartError(`No node of the name ${nodeName} has reported a spool.`)
  })
}
