import { borrowDatabase } from '#app/database-bootstrap.ts'
import { buildServers } from '#app/server.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLogger } from '#platform/server/log.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { connectLocally } from '#test/support/local-connector.ts'

/*
 * Serves the network under test on one port more. Its outbound client has a resolver and a connector of the test: every
 * name has a public address, and every connection leads to the local port SITE_PORT. Only these constructor arguments
 * let it reach a page on this machine; no setting of the product does.
 */
const PUBLIC_ADDRESS = '93.184.215.14'

const config = readConfig(process.env)
const log = createLogger(config.logLevel, 'node of a test')
const { connection } = await borrowDatabase(config, log)
const outbound = new OutboundClient({
  userAgent: 'Tandem test',
  resolve: async () => [PUBLIC_ADDRESS],
  connect: connectLocally(Number(process.env['SITE_PORT'])),
})
const runtime = { config, log, connection, slot: config.workers }
const { pages } = await buildServers(runtime, { outbound })
await pages.listen({ port: config.port, host: '127.0.0.1' })
process.once('SIGTERM', () => void pages.close().then(() => process.exit(0)))
process.stdout.write('ready\n')
