import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#platform/server/log.ts'
import { makeClick } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { patienceMs } from '#test/support/patience.ts'
import { forgetNode } from '../commands/forget-node.ts'
import { SpoolReporter, awaitEmptySpools, forgetSpool, reportSpool } from './spool-report.ts'
import { Spool, getSpoolFile } from './spool.ts'

const log = createLogger('silent', 'test')

const database = await openTestDatabase()
let home: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tandem-spool-report-'))
})

afterAll(async () => {
  rmSync(home, { recursive: true })
})

test('a backup waits for the nodes that answer, and names those whose spool it lacks', async () => {
  const [own, other, lost] = [join(home, 'own'), join(home, 'other'), join(home, 'lost')]
  const awaitOthers = (waitMs: number) => awaitEmptySpools(database.db, { folder: own, waitMs })
  expect(await awaitOthers(0)).toEqual([])
  await reportSpool(database.db, own)
  const reporter = new SpoolReporter({ db: database.db, log, folder: other, intervalMs: 20 })
  reporter.start()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= reporter.stop())
  onTestFinished(stop)
  expect(await awaitOthers(patienceMs)).toEqual([])
  const spool = new Spool(getSpoolFile(other, 0), log)
  spool.start()
  spool.add([makeClick(), makeClick()])
  spool.stop()
  await expect.poll(() => awaitOthers(0)).toMatchObject([{ clicks: 2n }])
  await stop()
  // A node that keeps clicks when it stops does not take its report back, and is named although it had none.
  await reportSpool(database.db, lost)
  const left = await awaitOthers(0)
  expect(new Set(left.map(({ clicks }) => clicks))).toEqual(new Set([0n, 2n]))
  await forgetSpool(database.db, other)
  await forgetSpool(database.db, lost)
  expect(await awaitOthers(patienceMs)).toEqual([])
})

test('a node that stops with an empty spool takes its report back', async () => {
  const folder = join(home, 'brief')
  const reporter = new SpoolReporter({ db: database.db, log, folder })
  reporter.start()
  await reporter.stop()
  expect(await awaitEmptySpools(database.db, { folder: join(home, 'own'), waitMs: 0 })).toEqual([])
})

test('a lost node is forgotten by its name, and one that runs is not', async () => {
  const { db } = database
  const nodeName = 'lost-node'
  const report = (nodeId: string, reportedAt: Date) =>
    db.insertInto('spoolReport').values({ nodeId, nodeName, clicks: 7n, reportedAt }).execute()
  const [lost, anew] = [randomUUID(), randomUUID()]
  expect(await forgetNode(testContext(db), { nodeName })).toEqual({ forgotten: [], running: [] })
  await report(lost, new Date('2026-01-01T12:00:00Z'))
  await report(anew, new Date('2099-01-01T12:00:00Z'))
  const { forgotten, running } = await forgetNode(testContext(db), { nodeName })
  expect([forgotten, running]).toMatchObject([[{ nodeId: lost, clicks: 7n }], [{ nodeName, clicks: 7n }]])
  expect((await forgetNode(testContext(db), { nodeName })).forgotten).toEqual([])
  const lines = db.selectFrom('auditLine').select('target').where('action', '=', 'node.forget')
  expect(await lines.execute()).toEqual([{ target: `node:${lost}` }])
})
