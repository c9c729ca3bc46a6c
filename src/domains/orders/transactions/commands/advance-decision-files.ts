import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { withRetry } from '#platform/server/database/database.ts'
import { listWaitingFiles, readFigures, readFileRows } from '../queries/decision-files.ts'
import type { WaitingFile } from '../queries/decision-files.ts'
import { MAX_STEP_FAILURES } from '../rules/decision-file.ts'
import { lockFile } from './change-decision-file.ts'
import { decideRows } from './decide-rows.ts'
import type { RowOutcome, TwiceNamed } from './decide-rows.ts'
import { findTwiceNamed } from './find-twice-named.ts'
import { reverseRows } from './reverse-rows.ts'
import { saveOutcomes } from './save-outcomes.ts'

/** The rows that are looked up and decided by the same statements: a killed job loses at most so many. */
const BATCH_SIZE = 1000

/**
 * Advances the files of decisions that wait, one of each advertiser in turn; those of an advertiser in the order in
 * which they were asked for. A check judges batch by batch and decides nothing; it and the mode `valid` commit each
 * batch with its results, so a job that is killed continues after the last; the mode `all` decides in one database
 * transaction, so after a kill it begins anew. After a failure it goes on with the other files, also those of the same
 * advertiser, and throws at the end. A file whose step has failed `MAX_STEP_FAILURES` times is set aside.
 */
export async function advanceDecisionFiles(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  // The decisions of a long run need their own times, because readers of changes follow these.
  const atPresent = () => ({ ...ctx, now: new Date(ctx.now.getTime() + (performance.now() - startedAt)) })
  const failures = new Map<string, unknown>()
  for (;;) {
    const files = await listWaitingFiles(ctx.db, { without: [...failures.keys()] })
    if (files.length === 0) break
    for (const file of files) {
      await STEPS[file.status](atPresent, file).catch(async (error: unknown) => {
        failures.set(file.id, error)
        await countFailure(atPresent(), file)
      })
    }
  }
  if (failures.size === 0) return
  throw new Error(`${failures.size} files of decisions could not be advanced`, { cause: [...failures.values()][0] })
}

/** Counts a failure of a step, and gives the step up after too many. What it has decided so far stands. */
function countFailure(ctx: Ctx, file: WaitingFile): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const current = await claimFile(tx, file)
    if (!current) return
    const { failures } = await tx.db
      .updateTable('decisionFile')
      .set((row) => ({ failures: row('failures', '+', 1) }))
      .where('id', '=', file.id)
      .returning('failures')
      .executeTakeFirstOrThrow()
    if (failures < MAX_STEP_FAILURES) return
    const figures = JSON.stringify(await readFigures(tx.db, file.id))
    await tx.db
      .updateTable('decisionFile')
      .set({ status: 'failed', figures, endedAt: tx.now })
      .where('id', '=', file.id)
      .execute()
    await audit(tx, {
      action: 'decision-file.fail',
      target: `decision-file:${file.id}`,
      details: { step: file.status },
    })
  })
}

type Step = (atPresent: () => Ctx, file: WaitingFile) => Promise<void>

const STEPS: Record<WaitingFile['status'], Step> = {
  checking: (atPresent, file) => judgeInBatches(atPresent, file, checkBatch),
  deciding: (atPresent, file) =>
    file.mode === 'all' ? decideWhole(atPresent, file) : judgeInBatches(atPresent, file, decideBatch),
  reversing: (atPresent, file) => advanceInBatches(atPresent, file, reverseRows),
}

/** Handles the next rows of a file inside a transaction, and answers their number and the last line. */
type Batch = (tx: Ctx, file: WaitingFile, limit: number) => Promise<Done>

/** Handles rows of a file, knowing which orders several of its lines name. */
type JudgingBatch = (tx: Ctx, file: WaitingFile & { twice: TwiceNamed }, limit: number) => Promise<Done>

interface Done {
  count: number
  line: number
}

/** Advances a check or decisions batch by batch. */
async function judgeInBatches(atPresent: () => Ctx, file: WaitingFile, judge: JudgingBatch): Promise<void> {
  const twice = await findTwiceNamed(atPresent().db, file)
  await advanceInBatches(atPresent, file, (tx, current, limit) => judge(tx, { ...current, twice }, limit))
}

/** Advances a step batch by batch; each is a transaction that also writes how far the step is. */
async function advanceInBatches(atPresent: () => Ctx, file: WaitingFile, handle: Batch): Promise<void> {
  let isDone = false
  while (!isDone) {
    isDone = await withRetry(() =>
      inTransaction(atPresent(), async (tx) => {
        const current = await claimFile(tx, file)
        if (!current) return true
        const { count, line } = await handle(tx, current, BATCH_SIZE)
        if (count < BATCH_SIZE) await endStep(tx, { ...current, doneCount: current.doneCount + count })
        else await writeProgress(tx, file, { count: current.doneCount + count, line })
        return count < BATCH_SIZE
      }),
    )
  }
}

/**
 * Lets one process work on a file at a time until the end of the transaction. Answers how far it is, or `undefined` if
 * another process has done the step meanwhile, or something else is asked for.
 */
async function claimFile(tx: Ctx, { id, status, mode }: WaitingFile): Promise<WaitingFile | undefined> {
  await lockFile(tx, id)
  const [current] = await listWaitingFiles(tx.db, { id })
  return current?.status === status && current.mode === mode ? current : undefined
}

/** Judges rows to learn what would come of their decisions, and saves the results. It decides nothing. */
async function checkBatch(...[tx, file, limit]: Parameters<JudgingBatch>): Promise<Done> {
  const rows = await readFileRows(tx.db, { file, after: file.doneLine, limit })
  const outcomes = await decideRows(tx, { ...file, isDryRun: true }, rows)
  await saveOutcomes(tx, { file, outcomes, isKept: false })
  return { count: rows.length, line: rows.at(-1)?.line ?? file.doneLine }
}

async function decideBatch(...[tx, file, limit]: Parameters<JudgingBatch>): Promise<Done> {
  const rows = await readFileRows(tx.db, { file, after: file.doneLine, limit })
  const outcomes = await decideRows(tx, file, rows)
  await saveOutcomes(tx, { file, outcomes, isKept: true })
  return { count: rows.length, line: rows.at(-1)?.line ?? file.doneLine }
}

/** Rolls a file back of which a line is wrong. */
class WrongLine extends Error {}

/**
 * Decides all lines of a file in one transaction. If one is wrong, none is decided and the file is checked instead, so
 * that its author learns of each.
 */
async function decideWhole(atPresent: () => Ctx, file: WaitingFile): Promise<void> {
  try {
    await withRetry(() =>
      inTransaction(atPresent(), async (tx) => {
        const claimed = await claimFile(tx, file)
        if (!claimed) return
        const twice = await findTwiceNamed(tx.db, file)
        let current = { ...claimed, doneLine: 0, doneCount: 0 }
        for (let isDone = false; !isDone;) {
          const rows = await readFileRows(tx.db, { file, after: current.doneLine, limit: BATCH_SIZE })
          const outcomes: RowOutcome[] = await decideRows(tx, { ...file, twice }, rows)
          if (outcomes.some(({ result }) => result === 'refused')) throw new WrongLine()
          await saveOutcomes(tx, { file, outcomes, isKept: true })
          current = { ...current, doneLine: rows.at(-1)?.line ?? 0, doneCount: current.doneCount + rows.length }
          isDone = rows.length < BATCH_SIZE
          // Outside of the transaction, so that readers see it.
          await reportProgress(atPresent(), current)
        }
        await endStep(tx, current)
      }),
    )
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error
    await checkInstead(atPresent(), file)
  }
}

/** Writes how far a step is, with what it did. */
async function writeProgress(tx: Ctx, { id }: WaitingFile, { count, line }: Done): Promise<void> {
  await tx.db.updateTable('decisionFile').set({ doneCount: count, doneLine: line }).where('id', '=', id).execute()
}

/** Writes how many lines a transaction has done that is not committed yet. */
async function reportProgress({ db }: Ctx, { id, doneCount }: WaitingFile): Promise<void> {
  await db.updateTable('decisionFile').set({ doneCount }).where('id', '=', id).execute()
}

/** The status of a file whose step is done, and the audit line of the step. */
const ENDS = {
  checking: { status: 'checked', action: 'decision-file.check' },
  deciding: { status: 'decided', action: 'decision-file.decide' },
  reversing: { status: 'reversed', action: 'decision-file.reverse' },
} as const

async function endStep(tx: Ctx, file: WaitingFile): Promise<void> {
  const { status, action } = ENDS[file.status]
  const figures = await readFigures(tx.db, file.id)
  await tx.db
    .updateTable('decisionFile')
    .set({ status, figures: JSON.stringify(figures), endedAt: tx.now, doneCount: file.doneCount })
    .$if(status === 'decided', (update) => update.set({ decidedAt: tx.now }))
    .$if(status === 'reversed', (update) => update.set({ reversedAt: tx.now }))
    .where('id', '=', file.id)
    .execute()
  const { results, reversed } = figures
  await audit(tx, { action, target: `decision-file:${file.id}`, details: { ...results, reversed } })
}

/** Turns the decision of a whole file into its check. */
async function checkInstead(ctx: Ctx, { id }: WaitingFile): Promise<void> {
  await ctx.db
    .updateTable('decisionFile')
    .set({ status: 'checking', doneCount: 0, doneLine: 0 })
    .where('id', '=', id)
    .where('status', '=', 'deciding')
    .execute()
}
