import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { createLogger, logProcessFailures, printLine } from '#platform/server/log.ts'
import { startMetrics } from '#platform/server/metrics/metrics.ts'
import { prepareSchema } from '#platform/server/schema/prepare-schema.ts'
import { prepareSealing } from '#platform/server/sealing/prepare-sealing.ts'
import { makeDemoData, readSignIns } from './demo.ts'
import { claimDataDir } from './data-dir-lock.ts'
import { describeListenError, getListening } from './listen-error.ts'
import type { Listening } from './listen-error.ts'
import { prepareMailbox } from './mailbox-address.ts'
import type { MailboxAccess } from './mailbox-address.ts'
import { PROXY_WARNING, isProxyUnnamed } from './proxy-warning.ts'
import { checkPublicStart } from './public-start.ts'
import { listTrackingNotices } from './tracking-notices.ts'
import { ServiceStack } from './service-stack.ts'
import type { OwnerRuntime, Service } from './runtime.ts'
import { startDatabase } from './database-bootstrap.ts'
import { tableRights } from './table-rights.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'
import { startWorkers } from './workers.ts'
import { systemContext } from '#platform/server/context.ts'
import { getBranding } from './branding.ts'

/**
 * `npm start`: starts the database, migrates the schema and starts the workers; runs until a signal. Throws a
 * StartError.
 */
export async function runPrimary(config: Config, args: readonly string[]): Promise<void> {
  checkPublicStart(config, args)
  startMetrics('primary')
  const roles = ['jobs', ...Array.from({ length: config.workers }, () => 'http')] as ('jobs' | 'http')[]
  await runNetwork(config, (runtime) => startWorkers(runtime, roles))
}

/** Starts the network and prints its address. `serve` starts the services, in one process or in several. */
export async function runNetwork(config: Config, serve: (runtime: OwnerRuntime) => Promise<Service>): Promise<void> {
  const log = createLogger(config.logLevel, 'primary')
  logProcessFailures(log)
  const life = new ServiceStack(log, config)
  life.endOnSignals()
  try {
    await claimDataDir(config.dataDir, config.publicUrl)
    refuseUnfinishedRestore(config.dataDir)
    for (const listening of Object.values(getListening(config))) await checkPort(listening)
    const database = await life.add(startDatabase(config, log))
    const mailbox = prepareMailbox(config)
    const runtime: OwnerRuntime = { config, log, slot: 0, ...database, mailboxToken: mailbox?.token }
    await openDatabase(runtime.ownerConnection, log, async (db) => {
      await prepareSchema(db, tableRights)
      await prepareSealing(systemContext({ db, branding: getBranding(config) }, 'start'), config)
    })
    if (config.demo) await makeDemoData(runtime, printLine)
    await life.add(serve(runtime))
    // Replaces the listener of Vite, which exits without stopping the services.
    life.endOnSignals()
    announce(config, mailbox)
  } catch (error) {
    await life.stop()
    throw error
  }
}

/** Workers of a primary that was just killed may still hold the port. */
const portWaitMs = 2500

/** Fails early if a port is taken, before the database starts. */
async function checkPort(listening: Listening): Promise<void> {
  const deadline = performance.now() + portWaitMs
  for (;;) {
    const probe = createServer()
    try {
      probe.listen(listening.port, listening.host)
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || performance.now() > deadline) throw describeListenError(error, listening)
      await sleep(100)
    }
  }
}

function announce(config: Config, mailbox: MailboxAccess | undefined): void {
  const lines = [`${config.network.name} runs at ${config.publicUrl}`]
  const signIns = config.demo ? readSignIns(config.dataDir) : undefined
  for (const [role, { email, password }] of Object.entries(signIns ?? {})) {
    lines.push(`  ${role.padEnd(10)}  ${email.padEnd(24)}  ${password}`)
  }
  if (mailbox) lines.push(`  mailbox     ${mailbox.url}`)
  if (config.trackingOrigin !== config.publicUrl) lines.push(`  tracking    ${config.trackingOrigin}`)
  lines.push(...listTrackingNotices(config))
  if (isProxyUnnamed(config)) lines.push(PROXY_WARNING)
  for (const line of lines) printLine(line)
}
