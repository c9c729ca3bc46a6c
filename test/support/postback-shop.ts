import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '#database'
import { createIpPrefixReader } from '#platform/server/http/ip-prefix.ts'
import { createLogger } from '#platform/server/log.ts'
import { createPostbackHandler } from '#domains/orders/transactions/routes/postback-handler.ts'
import type { PostbackHandlerOptions } from '#domains/orders/transactions/routes/postback-handler.ts'
import { branding } from './context.ts'
import { createTestDatabase } from './database.ts'
import { createOrderFixtures } from './order-fixtures.ts'

/** The reply to a postback. */
export interface PostbackReply {
  result: string
  reason: string | null
  message?: string
  transaction_id: string | null
  hints?: readonly { parameter: string; hint: string; message: string }[]
}

type ShopOptions = Omit<PostbackHandlerOptions, 'db' | 'branding' | 'log' | 'readIpPrefix'>

/** Starts a server with only the postback handler, and a shop that sends postbacks to it; the caller closes it. */
export async function openPostbackShop(db: Db, options: ShopOptions, token: string) {
  const handle = createPostbackHandler({
    ...options,
    db,
    branding,
    log: createLogger('silent', 'test'),
    readIpPrefix: createIpPrefixReader(false),
  })
  const server = createServer((request, response) => {
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    server,
    /** Sends a postback by query; adds the token unless `parameters` has one. */
    async send(parameters: Record<string, string>): Promise<PostbackReply & { status: number }> {
      const response = await fetch(`${origin}/postback?${new URLSearchParams({ token, ...parameters })}`)
      return { ...((await response.json()) as PostbackReply), status: response.status }
    },
    async post(body: string | FormData, type?: string): Promise<PostbackReply & { status: number }> {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
      const response = await fetch(`${origin}/postback`, { method: 'POST', body, headers })
      return { ...((await response.json()) as PostbackReply), status: response.status }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Opens a database with sample advertisers and a shop that sends postbacks, and reads the recorded rows. The caller
 * closes it.
 */
export async function openPostbackFixtures() {
  const database = await createTestDatabase()
  const { db } = database
  const fixtures = await createOrderFixtures(db)
  const shop = await openPostbackShop(db, fixtures.source, fixtures.token)
  let orders = 0
  return {
    database,
    fixtures,
    shop,
    /** Makes a new order id. */
    nextOrder: () => `order-${++orders}`,
    countPostbacks: async () => (await db.selectFrom('postback').select('id').execute()).length,
    findTransaction: (orderRef: string) =>
      db.selectFrom('transaction').selectAll().where('orderRef', '=', orderRef).executeTakeFirst(),
    close: async () => {
      shop.close()
      await database.close()
    },
  }
}
