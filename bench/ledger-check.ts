import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#database'
import { rebuildInParts } from '#domains/reports/commands/rebuild-in-parts.ts'
import { startClickNetwork, openUnlimited } from './support/click-network.ts'
import type { ClickNetwork } from './support/click-network.ts'
import { fillLedger } from './support/fill-ledger.ts'
import { atMost, say } from './support/rounds.ts'
import { compareP99, loadSteadily } from './support/steady-load.ts'

/** Each order has a confirmation and a cover, of two postings each. A smaller number can be given to try this. */
const ORDERS = Number(process.argv[2] ?? 2_500_000)
const PUBLISHERS = 2000
const REDIRECTS_PER_SECOND = 200
const SECONDS = 10
const TARGET_SECONDS = 60

/** Measures `check:ledger` while the network serves redirects, and their p99 meanwhile. */
async function main(): Promise<void> {
  const product = await startClickNetwork(availableParallelism())
  try {
    const postings = await openUnlimited(product, async (db) => {
      await fillLedger(db, { orders: ORDERS, publishers: PUBLISHERS })
      await rebuildInParts(db, {})
      await sql`VACUUM ANALYZE`.execute(db)
      return countPostings(db)
    })
    await measure(product, postings)
  } finally {
    await product.close()
  }
}

async function countPostings(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM posting`.execute(db)
  return rows[0]?.count ?? 0
}

async function measure({ network, url }: ClickNetwork, postings: number): Promise<void> {
  const times: number[] = []
  const check = async () => {
    const startedAt = performance.now()
    const { code, stdout } = await network.command('check-ledger')
    if (code !== 0) throw new Error(stdout)
    times.push((performance.now() - startedAt) / 1000)
  }
  const begin = () => {
    const running = check()
    return { stop: () => running }
  }
  const paths = [url.slice(network.url.length)]
  const load = () => loadSteadily({ url: network.url, paths, perSecond: REDIRECTS_PER_SECOND, seconds: SECONDS })
  const { without, during } = await compareP99({ load, begin, rounds: 1 })
  const [seconds = Number.NaN] = times
  const name = `check:ledger, ${postings.toLocaleString('en')}`
  say(name, `${seconds.toFixed(1)} s while serving`, atMost(seconds, TARGET_SECONDS, 's'))
  say(name, `redirects p99 ${during.toFixed(1)} ms meanwhile, ${without.toFixed(1)} ms without`)
}

await main()
