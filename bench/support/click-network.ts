import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#database'
import { openDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { BROWSER, makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { TestNetwork, findFreePort, waitUntil } from '#test/support/network.ts'

/** The product with its embedded PostgreSQL in its default configuration, with fsync, and a payable tracking link. */
export interface ClickNetwork {
  network: TestNetwork
  /** The primary process; the workers are its children. */
  primary: ChildProcess
  db: Db
  /** The tracking link. */
  url: string
  close(): Promise<void>
}

/** Starts the network with `workers` workers, and with further variables. */
export async function startClickNetwork(workers: number, env: Record<string, string> = {}): Promise<ClickNetwork> {
  const network = new TestNetwork(await findFreePort(), { WORKERS: String(workers), ...env })
  const { primary } = await network.start()
  const db = network.connect()
  const url = await readLink(network, await makeLinkedPair(testContext(db, 'bench')))
  return {
    network,
    primary,
    db,
    url,
    async close() {
      await db.destroy()
      await network.remove()
    },
  }
}

/** The file in a kept directory that says that its network is filled. */
const LINK_FILE = 'bench-link.json'

/**
 * Starts a network like `startClickNetwork` whose directory stays when it is closed. It is filled once: a directory
 * whose `fill` was not finished has to be removed.
 */
export async function startKeptNetwork(
  dataDir: string,
  { workers, fill }: { workers: number; fill: (product: ClickNetwork) => Promise<void> },
): Promise<ClickNetwork> {
  const linkFile = join(dataDir, LINK_FILE)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const network = new TestNetwork(await findFreePort(), { WORKERS: String(workers) }, dataDir)
  const { primary } = await network.start()
  const db = network.connect()
  const close = async () => {
    await db.destroy()
    await network.end()
  }
  if (existsSync(linkFile)) {
    const link = JSON.parse(readFileSync(linkFile, 'utf8')) as Link
    return { network, primary, db, url: await readLink(network, link), close }
  }
  const { siteKey, hostname } = await makeLinkedPair(testContext(db, 'bench'))
  const product = { network, primary, db, url: await readLink(network, { siteKey, hostname }), close }
  await fill(product)
  writeFileSync(linkFile, JSON.stringify({ siteKey, hostname }))
  return product
}

interface Link {
  siteKey: string
  hostname: string
}

/** Builds the address of a tracking link, and waits until every worker counts its clicks. */
async function readLink({ url }: TestNetwork, { siteKey, hostname }: Link): Promise<string> {
  const link = `${url}/r?key=${siteKey}&id=news-12&url=${encodeURIComponent(`https://${hostname}/p/1?a=1`)}`
  const isPayable = async () => (await readLocation(link)).includes('click_id=')
  await waitUntil(async () => (await Promise.all(Array.from({ length: 16 }, isPayable))).every(Boolean))
  return link
}

/** Connects to the database of a network as its owner, without time limits, while `work` runs. */
export function openUnlimited<T>({ network }: Pick<ClickNetwork, 'network'>, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = findRunningPostgres(network.dataDir)?.owner
  if (connection === undefined) throw new Error('No PostgreSQL runs')
  return openDatabase(connection, createLogger('error', 'bench'), work)
}

async function readLocation(url: string): Promise<string> {
  const headers = { 'user-agent': BROWSER, connection: 'close' }
  const response = await fetch(url, { redirect: 'manual', headers })
  return response.headers.get('location') ?? ''
}
