import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { inTransaction, systemContext } from '#platform/server/context.ts'
import { postEntry } from '#domains/ledger/commands.ts'
import { commissionLegs } from '#domains/ledger/rules.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createOrderWorld } from '#test/support/order-fixtures.ts'
import type { OrderWorld } from '#test/support/order-fixtures.ts'
import { decideTransaction } from './commands/decide-transaction.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { checkBooks, runLedgerCheck } from './queries/verify-ledger.ts'
import { getTransactionChain } from './queries/transaction-timeline.ts'

let database: TestDatabase
let world: OrderWorld
let ctx: Ctx
let orders = 0

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createOrderWorld(database.db)
  ctx = systemContext(database.db, 'test')
})

afterAll(() => database.close())

/** A pending transaction over 100.00 with a commission of 10.00. */
async function record(): Promise<{ publisherId: bigint; transactionId: string }> {
  const parameters = { token: world.token, click_id: await world.makeClick(), order_id: `b-${++orders}`, amount: '100' }
  const now = new Date()
  const outcome = await receivePostback({ ...ctx, now }, world.source, {
    channel: 'query',
    parameters,
    isReadable: true,
  })
  if (outcome.result !== 'recorded' || outcome.transactionId === null)
    throw new Error(`not recorded: ${outcome.result}`)
  return { publisherId: world.publisherId, transactionId: outcome.transactionId }
}

const confirm = (one: Awaited<ReturnType<typeof record>>) => decideTransaction(ctx, { ...one, status: 'CONFIRMED' })
const cancel = (one: Awaited<ReturnType<typeof record>>) =>
  decideTransaction(ctx, { ...one, status: 'CANCELLED', reasonCode: 'RETURNED_MERCHANDISE', note: 'came back' })

async function balanceOf(account: string): Promise<bigint> {
  const row = await database.db
    .selectFrom('balance')
    .select('amount')
    .where('publisherId', '=', world.publisherId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.amount ?? 0n
}

describe('a decision', () => {
  test('that confirms posts the commission and moves both balances', async () => {
    const before = await balanceOf('publisher_payable')
    const one = await record()
    await confirm(one)
    const chain = await getTransactionChain(database.db, one)
    expect(chain.transaction).toMatchObject({ status: 'CONFIRMED', reason: null })
    expect(chain.entries).toMatchObject([{ kind: 'confirmation', owed: 100_000n, currency: 'USD' }])
    expect(await balanceOf('publisher_payable')).toBe(before - 100_000n)
    expect(await balanceOf(`advertiser_receivable:${world.advertiserId}`)).toBe(-(before - 100_000n))
  })

  test('that cancels a pending transaction posts nothing', async () => {
    const one = await record()
    await cancel(one)
    const chain = await getTransactionChain(database.db, one)
    expect(chain.transaction).toMatchObject({ status: 'CANCELLED', reason: 'RETURNED_MERCHANDISE' })
    expect(chain.decisions).toMatchObject([{ sequence: 1, note: 'came back' }])
    expect(chain.entries).toEqual([])
  })

  test('can be reversed and made again; every step is a row', async () => {
    const one = await record()
    const before = await balanceOf('publisher_payable')
    await confirm(one)
    await cancel(one)
    expect(await balanceOf('publisher_payable')).toBe(before)
    await confirm(one)
    const chain = await getTransactionChain(database.db, one)
    expect(chain.decisions.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
    expect(chain.entries.map(({ kind, owed }) => [kind, owed])).toEqual([
      ['confirmation', 100_000n],
      ['reversal', -100_000n],
      ['confirmation', 100_000n],
    ])
    expect(await checkBooks(database.db)).toEqual([])
  })

  test('pressed twice, or by two at once, is made once', async () => {
    const one = await record()
    const presses = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(one)))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = presses.flatMap((press) => (press.status === 'rejected' ? [press.reason as unknown] : []))
    for (const refusal of refusals) expect(refusal).toMatchObject({ details: { status: 409 } })
    const chain = await getTransactionChain(database.db, one)
    expect([chain.decisions.length, chain.entries.length]).toEqual([1, 1])
  })

  test('of many at once waits for nobody for ever', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, record))
    await Promise.all(many.map(confirm))
    expect(await checkBooks(database.db)).toEqual([])
  })

  test('on what has changed since it was seen changes nothing', async () => {
    const one = await record()
    await decideTransaction(ctx, { ...one, seenStatus: 'PENDING', status: 'CONFIRMED' })
    const stale = { ...one, seenStatus: 'PENDING', status: 'CANCELLED', reasonCode: 'FRAUD' } as const
    await expect(decideTransaction(ctx, stale)).rejects.toMatchObject({
      details: { status: 409, code: 'transaction.decided_meanwhile' },
    })
    expect((await getTransactionChain(database.db, one)).decisions).toHaveLength(1)
    await decideTransaction(ctx, { ...stale, seenStatus: 'CONFIRMED' })
    expect((await getTransactionChain(database.db, one)).decisions).toHaveLength(2)
  })

  test('writes one audit line', async () => {
    const one = await record()
    await confirm(one)
    const lines = await database.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', '=', `transaction:${one.transactionId}`)
      .execute()
    expect(lines).toEqual([{ action: 'transaction.confirm' }])
  })

  test('needs a reason exactly when it cancels, and a transaction of that publisher', async () => {
    const one = await record()
    await expect(decideTransaction(ctx, { ...one, status: 'CANCELLED' })).rejects.toMatchObject({
      details: { status: 422 },
    })
    await expect(decideTransaction(ctx, { ...one, status: 'CONFIRMED', reasonCode: 'OTHER' })).rejects.toMatchObject({
      details: { status: 422 },
    })
    await expect(confirm({ ...one, publisherId: 999n })).rejects.toMatchObject({ details: { status: 404 } })
    expect((await getTransactionChain(database.db, one)).decisions).toEqual([])
  })
})

describe('an entry', () => {
  const entry = (subjectId: string, sequence = 1) => ({
    publisherId: world.publisherId,
    kind: 'confirmation' as const,
    subjectKind: 'transaction',
    subjectId,
    sequence,
    legs: commissionLegs({ advertiserId: world.advertiserId, currency: 'USD', amount: 5n }, 1n),
  })

  test('is posted once per subject and sequence', async () => {
    const one = await record()
    await confirm(one)
    const before = await balanceOf('publisher_payable')
    expect(await inTransaction(ctx, (tx) => postEntry(tx, entry(one.transactionId)))).toBe(false)
    expect(await balanceOf('publisher_payable')).toBe(before)
  })

  test('that does not sum to zero is refused here and by the database', async () => {
    const wrong = {
      ...entry(crypto.randomUUID()),
      legs: [{ account: 'publisher_payable', currency: 'USD', amount: 1n }],
    }
    await expect(inTransaction(ctx, (tx) => postEntry(tx, wrong))).rejects.toThrow('do not sum to zero')
    const byHand = database.db.transaction().execute(async (tx) => {
      const { subjectId } = wrong
      const head = {
        publisherId: 1n,
        id: subjectId,
        kind: 'confirmation' as const,
        subjectKind: 'x',
        subjectId,
        sequence: 1,
      }
      await tx
        .insertInto('entry')
        .values({ ...head, postedAt: new Date() })
        .execute()
      await tx
        .insertInto('posting')
        .values({ publisherId: 1n, entryId: subjectId, leg: 1, account: 'a', currency: 'USD', amount: 1n })
        .execute()
    })
    await expect(byHand).rejects.toThrow('does not sum to zero')
  })

  test('needs the transaction of what causes it', async () => {
    await expect(postEntry(ctx, entry(crypto.randomUUID()))).rejects.toThrow('inside the transaction')
  })
})

describe('the check of the books', () => {
  let one: Awaited<ReturnType<typeof record>>

  beforeEach(async () => {
    one = await record()
    await confirm(one)
  })

  /** Corrupts as nobody but the owner of the database can, looks, and takes it back. */
  async function findingsAfter(corrupt: ReturnType<typeof sql>): Promise<string[]> {
    const takenBack = new Error('taken back')
    let findings: string[] = []
    const work = database.ownerDb.transaction().setIsolationLevel('repeatable read')
    await work
      .execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        const { numAffectedRows = 0n } = await corrupt.execute(tx)
        if (numAffectedRows === 0n) throw new Error('Nothing was corrupted')
        findings = await checkBooks(tx)
        throw takenBack
      })
      .catch((error: unknown) => {
        if (error !== takenBack) throw error
      })
    return findings
  }

  const entryOf = () => sql`(SELECT id FROM entry WHERE subject_id = ${one.transactionId} AND sequence = 1)`

  test('finds nothing in right books, and says so', async () => {
    const lines: string[] = []
    expect(await runLedgerCheck(database.db, (line) => lines.push(line))).toBe(0)
    expect(lines).toEqual(['The ledger is right.'])
  })

  test.each<[string, () => ReturnType<typeof sql>, RegExp]>([
    [
      'a changed posting',
      () => sql`UPDATE posting SET amount = amount + 1 WHERE leg = 1 AND entry_id = ${entryOf()}`,
      /^Entry .* does not sum to zero/,
    ],
    [
      'two postings changed alike',
      () => sql`UPDATE posting SET amount = amount * 2 WHERE entry_id = ${entryOf()}`,
      /^Entry .* does not post the commission/,
    ],
    [
      'a deleted posting',
      () => sql`DELETE FROM posting WHERE leg = 2 AND entry_id = ${entryOf()}`,
      /does not sum to zero/,
    ],
    [
      'all postings of an entry deleted',
      () => sql`DELETE FROM posting WHERE entry_id = ${entryOf()}`,
      /has no postings$/,
    ],
    ['a deleted entry', () => sql`DELETE FROM entry WHERE id = ${entryOf()}`, /has no confirmation in the ledger$/],
    [
      'a doubled entry',
      () => sql`
        WITH doubled AS (
          INSERT INTO entry SELECT publisher_id, gen_random_uuid(), kind, subject_kind, subject_id, 2, posted_at
          FROM entry WHERE id = ${entryOf()} RETURNING publisher_id, id
        )
        INSERT INTO posting SELECT d.publisher_id, d.id, p.leg, p.account, p.currency, p.amount
        FROM doubled d, posting p WHERE p.entry_id = ${entryOf()}`,
      /stands for no decision/,
    ],
    [
      'a changed balance',
      () => sql`UPDATE balance SET amount = amount + 1 WHERE account = 'publisher_payable'`,
      /^Balance publisher_payable .* its postings sum to/,
    ],
    [
      'a lost balance',
      () => sql`DELETE FROM balance WHERE account = 'publisher_payable'`,
      /^Balance publisher_payable/,
    ],
    [
      'a decision without an entry',
      () => sql`
        INSERT INTO transaction_decision
        VALUES (${one.publisherId}, ${one.transactionId}, 2, 'CANCELLED', 'OTHER', '', NULL, now())`,
      /has no reversal in the ledger$/,
    ],
    [
      'a changed commission',
      () => sql`UPDATE transaction SET commission = 1 WHERE id = ${one.transactionId}`,
      /nets to 100000 in the ledger, its commission is 1$/,
    ],
    ['a lost transaction', () => sql`DELETE FROM transaction WHERE id = ${one.transactionId}`, /which does not exist$/],
    ['a lost key', () => sql`DELETE FROM transaction_key WHERE transaction_id = ${one.transactionId}`, /do not belong/],
  ])('finds %s', async (_name, corrupt, expected) => {
    expect(await findingsAfter(corrupt())).toContainEqual(expect.stringMatching(expected))
    expect(await checkBooks(database.db)).toEqual([])
  })

  test('the application itself cannot do any of that', async () => {
    for (const table of ['posting', 'entry', 'transaction', 'transaction_key', 'transaction_decision', 'postback']) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(database.db)).rejects.toThrow('permission denied')
    }
  })
})
