import { keepCheck, timeCheck } from '#domains/money/ledger-checks/commands/keep-check.ts'
import { verifyMoney } from '#domains/money/ledger-checks/queries/verify-money.ts'
import { rebuildInParts } from '#domains/figures/reports/commands/rebuild-in-parts.ts'
import { verifyRollups } from '#domains/figures/reports/queries/verify-rollups.ts'
import { addDays, isDay } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { findLastSeal } from '#platform/server/audit/audit-seal.ts'
import type { Config } from '#platform/server/config.ts'
import { printResults } from '#platform/server/database/database-check.ts'
import { StartError } from '#platform/server/start-error.ts'
import { say, withNetwork } from './commands.ts'

/**
 * `npm run check:ledger`: verifies the ledger, and the money in the roll-ups. Prints the differences and exits with 1
 * if there are any, and keeps them for the operator's page. Also prints the last seal of the audit trail, so that it
 * can be kept elsewhere.
 */
export async function runCheckLedger(config: Config): Promise<void> {
  await withNetwork(config, async (ctx) => {
    const { db } = ctx
    const outcome = await timeCheck(() => verifyMoney(db))
    await keepCheck(ctx, outcome)
    process.exitCode = printResults(outcome.results, { print: say, success: 'The ledger is right.' })
    const seal = await findLastSeal(db)
    if (seal) say(`The audit trail is sealed up to line ${seal.lastId} with ${seal.digest.toString('hex')}.`)
  })
}

/** `npm run check:rollups`: compares the roll-ups with their rows. Prints the differences and exits with 1 if any. */
export async function runCheckRollups(config: Config): Promise<void> {
  await withNetwork(config, async ({ db }) => {
    const results = await verifyRollups(db, { figures: 'all' })
    process.exitCode = printResults(results, { print: say, success: 'The roll-ups are right.' })
  })
}

/** `npm run rebuild:rollups -- [FIRST LAST]`: rebuilds the roll-ups of these days or of all. */
export async function runRebuildRollups(config: Config, args: string[]): Promise<void> {
  const days = readDays(args)
  await withNetwork(config, async ({ db }) => {
    let month = ''
    const onDay = (day: Day) => {
      if (month !== day.slice(0, 7)) say(`Rebuilding ${day.slice(0, 7)}`)
      month = day.slice(0, 7)
    }
    const count = await rebuildInParts(db, { days, onDay })
    say(`The roll-ups of ${count} ${count === 1 ? 'day' : 'days'} are rebuilt.`)
  })
}

function readDays([first, last]: string[]): DayRange | undefined {
  if (first === undefined) return undefined
  if (!isDay(first) || last === undefined || !isDay(last) || last < first) {
    throw new StartError('Which days? npm run rebuild:rollups -- 2026-01-01 2026-01-31, or without days for all.')
  }
  return { from: first, until: addDays(last, 1) }
}
