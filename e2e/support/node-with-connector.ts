import { borrowDatabase } from '#app/database-bootstrap.ts'
import { buildServers } from '#app/server.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLogger } from '#platform/server/log.ts'
import { makeLocalClient } from './local-client.ts'

/* Serves the network under test on one port more. Its outbound client reaches the local port SITE_PORT. */
const config = readConfig(process.env)
const log = createLogger(config.logLevel, 'node of a test')
const { connection } = await borrowDatabase(config, log)
const runtime = { config, log, connection, slot: config.workers }
const { pages } = await buildServers(runtime, { outbound: makeLocalClient(Number(process.env['SITE_PORT'])) })
await pages.listen({ port: config.port, host: '127.0.0.1' })
process.once('SIGTERM', () => void pages.close().then(() => process.exit(0)))
process.stdout.write('ready\n')
