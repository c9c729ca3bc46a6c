import { expect } from '@playwright/test'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { hashHost } from '#domains/tracking/tracking/rules/tracker.ts'
import { testContext } from '#test/support/context.ts'
import { startProcess } from './child-process.ts'
import type { ChildProcess } from './child-process.ts'
import { openOwnDatabase } from './own-database.ts'

/** The demo shop in a process of its own. */
export interface Shop extends ChildProcess {
  url: string
}

/** Starts `examples/demo-shop` with the postback secret of its advertiser. */
export async function startShop(settings: { port: number; networkUrl: string; token: string }): Promise<Shop> {
  await declareShop(settings.port)
  const shop = await startProcess('examples/demo-shop/shop.ts', {
    SHOP_PORT: String(settings.port),
    TANDEM_URL: settings.networkUrl,
    POSTBACK_TOKEN: settings.token,
  })
  return { ...shop, url: `http://localhost:${settings.port}` }
}

/** Declares a port of this machine for the advertiser of the demo shop, as the operator does. */
export async function declareShop(port: number): Promise<void> {
  const db = openOwnDatabase()
  const { advertiserId } = await db
    .selectFrom('advertiserDomain')
    .select('advertiserId')
    .where('host', '=', 'localhost:4010')
    .executeTakeFirstOrThrow()
  await declareDomain(testContext(db, 'e2e'), { advertiserId, host: `localhost:${port}`, isLocalAllowed: true })
  await db.destroy()
}

/** More connections than the network has workers. */
const CONNECTIONS = 8

/** Waits until the workers of a network know a declared port, by what the script of a site with the key gets. */
export async function awaitShop(port: number, { url, key }: { url: string; key: string }): Promise<void> {
  const hash = hashHost(`localhost:${port}`)
  const readHosts = async () => (await (await fetch(`${url}/hosts/${key}`)).json()) as string[]
  await expect
    .poll(async () => {
      const lists = await Promise.all(Array.from({ length: CONNECTIONS }, readHosts))
      return lists.every((hosts) => hosts.includes(hash))
    })
    .toBe(true)
}
