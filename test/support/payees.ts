import { randomUUID } from 'node:crypto'
import { saveBank } from '#domains/money/payouts/commands/payment.ts'
import { postEntries } from '#domains/books/ledger/commands.ts'
import { buildCoverPostings } from '#domains/books/ledger/rules.ts'
import { toDay } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { makePublisher } from './network-fixtures.ts'

/** The bank account of the publishers of `makePayee`. */
export const payeeBank = {
  accountName: 'Mara Lind',
  accountNumber: 'DE89370400440532013000',
  country: 'DE',
  address: '',
  swiftCode: '',
  bankName: '',
  branchName: '',
}

/** Verifies the e-mail address of a publisher and, unless it has one, a tax form without an end and without a file. */
export async function verifyPayee({ db, now }: Ctx, publisherId: bigint): Promise<void> {
  await db
    .updateTable('account')
    .set({ passwordHash: 'of no password' })
    .where('id', '=', (account) => account.selectFrom('publisher').select('accountId').where('id', '=', publisherId))
    .execute()
  const form = { form: 'W-9', status: 'verified' } as const
  const nothing = { expiresOn: null, fileId: null, decidedBy: null, reason: null }
  await db
    .insertInto('taxForm')
    .values({
      id: randomUUID(),
      publisherId,
      ...form,
      ...nothing,
      signedOn: toDay(now),
      submittedAt: now,
      decidedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Creates a publisher that a run pays: its bank account was saved and its tax form verified at the time of `ctx`. */
export async function makePayee(ctx: Ctx, sealing: Sealing): Promise<bigint> {
  const { publisherId } = await makePublisher(ctx)
  await verifyPayee(ctx, publisherId)
  await saveBank(ctx, { publisherId, bank: payeeBank, sealing })
  return publisherId
}

/** Makes an amount payable to a publisher at the time of `ctx`; a negative one takes it back. Answers its entry. */
export function makePayable(
  ctx: Ctx,
  { publisherId, amount }: { publisherId: bigint; amount: Amount },
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const transactionId = randomUUID()
    const [entryId] = await postEntries(tx, [
      {
        publisherId,
        kind: amount > 0n ? 'cover' : 'reversal',
        sourceKind: 'cover',
        sourceId: transactionId,
        sequence: 1,
        postings: buildCoverPostings({ advertiserId: 1n, commission: amount, fee: 0n }),
        line: { transactionId, amount },
      },
    ])
    return entryId
  })
}
