import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#database'
import { rebuildInParts } from '#domains/figures/reports/commands/rebuild-in-parts.ts'
import { openUnlimited, startClickNetwork, startKeptNetwork } from './support/click-network.ts'
import type { ClickNetwork } from './support/click-network.ts'
import { fillLedger } from './support/fill-ledger.ts'
import { atMost, say } from './support/rounds.ts'
import { getRedirectP99Ms, loadSteadily, repeatUntilStopped } from './support/steady-load.ts'
import type { SteadyAnswer } from './support/steady-load.ts'
import { measureUsage } from './support/usage.ts'

/** Each order has a confirmation and a cover, of two postings each. A smaller number can be given to try this. */
const ORDERS = Number(process.argv[2] ?? 2_500_000)
/** A directory that keeps the filled network for further runs. */
const KEPT = process.argv[3]
const ROUNDS = Number(process.argv[4] ?? 1)
const PUBLISHERS = 2000
const REDIRECTS_PER_SECOND = 200
const SECONDS = 10
/** A night is longer by far. */
const TARGET_SECONDS = 3600

/** Measures `check:ledger` while the network serves redirects, and their p99 meanwhile. */
async function main(): Promise<void> {
  const workers = availableParallelism()
  const product =
    KEPT === undefined ? await startClickNetwork(workers) : await startKeptNetwork(resolve(KEPT), { workers, fill })
  try {
    if (KEPT === undefined) await fill(product)
    const postings = await countPostings(product.db)
    for (let round = 0; round < ROUNDS; round++) await measure(product, postings)
  } finally {
    await product.close()
  }
}

function fill(product: ClickNetwork): Promise<void> {
  return openUnlimited(product, async (db) => {
    await fillLedger(db, { orders: ORDERS, publishers: PUBLISHERS })
    await rebuildInParts(db, {})
    await sql`VACUUM ANALYZE`.execute(db)
  })
}

async function countPostings(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM posting`.execute(db)
  return rows[0]?.count ?? 0
}

async function measure({ network, url }: ClickNetwork, postings: number): Promise<void> {
  const paths = [url.slice(network.url.length)]
  const load = (seconds: number) => loadSteadily({ url: network.url, paths, perSecond: REDIRECTS_PER_SECOND, seconds })
  const without = getRedirectP99Ms(await load(SECONDS))
  const check = async () => {
    const startedAt = performance.now()
    const { code, stdout } = await network.command('check-ledger')
    if (code !== 0) throw new Error(stdout)
    return (performance.now() - startedAt) / 1000
  }
  const answers: SteadyAnswer[] = []
  const { result: seconds, usage } = await measureUsage({ pid: network.postgresPid }, async () => {
    const serving = repeatUntilStopped(async () => answers.push(...(await load(1))))
    try {
      return await check()
    } finally {
      await serving.stop()
    }
  })
  const name = `check:ledger, ${postings.toLocaleString('en')}`
  say(name, `${seconds.toFixed(1)} s while serving`, atMost(seconds, TARGET_SECONDS, 's'))
  say(name, `${(usage.serverUs / 1e6).toFixed(1)} s of processor time of PostgreSQL, redirects included`)
  say(name, `redirects p99 ${getRedirectP99Ms(answers).toFixed(1)} ms meanwhile, ${without.toFixed(1)} ms without`)
}

await main()
