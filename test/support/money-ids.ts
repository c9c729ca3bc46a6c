import { randomUUID } from 'node:crypto'
import { storeFile } from '#domains/people/files/commands.ts'
import { saveLegalDetails } from '#domains/people/taxes/commands/save-legal.ts'
import { submitForm } from '#domains/people/taxes/commands/tax-forms.ts'
import type { AccessNetwork } from './access-network.ts'
import type { IdTrial } from './id-trial.ts'
import { recordPending } from './order-fixtures.ts'
import { makePayable } from './payees.ts'
import { createTestSealing } from './sealing.ts'
import { payMonth } from './statements.ts'

const me = '/api/v1/account/publishers/me'
const ofPublisher = { owner: 'publisher', strangers: ['another publisher'] } as const

/** Makes an order, a payout and a tax form, and returns the calls that name them. */
export async function makeMoneyTrials(network: AccessNetwork): Promise<IdTrial[]> {
  return [...(await makePaymentTrials(network)), ...(await makeTaxFormTrials(network))]
}

async function makePaymentTrials({ ctx, fixtures }: AccessNetwork): Promise<IdTrial[]> {
  const { publisherId, transactionId } = await recordPending(ctx, fixtures)
  await ctx.db
    .updateTable('publisherProfile')
    .set({ paypalEmail: 'me@notes.example' })
    .where('id', '=', publisherId)
    .execute()
  await makePayable({ ...ctx, now: new Date('2026-01-31T00:00:00Z') }, { publisherId, amount: 2_000_000n })
  const payoutId = await payMonth(ctx, { publisherId, month: '2026-01-01', sealing: await createTestSealing(ctx.db) })
  const order = { name: 'transaction_id', id: transactionId, unknown: randomUUID() }
  const payout = { name: 'payout_id', id: payoutId, unknown: randomUUID(), ...ofPublisher }
  return [
    { ...order, ...ofPublisher, call: 'GET /api/v1/transaction/:transaction_id/payment' },
    { ...order, call: 'GET /api/v1/transactions/payment', owner: 'key:read_transactions', strangers: [] },
    { ...payout, call: `GET ${me}/payouts/:payout_id` },
    { ...payout, call: `GET ${me}/payouts/:payout_id/csv` },
    { ...payout, call: `GET ${me}/payouts/:payout_id/pdf` },
  ]
}

/** Makes a tax form and another file, and legal details of all who may hand one in. */
async function makeTaxFormTrials({ ctx, callers }: AccessNetwork): Promise<IdTrial[]> {
  const sealing = await createTestSealing(ctx.db)
  const { accountId = 0n, publisherId = 0n } = callers.publisher ?? {}
  const details = {
    legalName: 'Ada',
    kind: 'person',
    address: '1 Lane',
    zipCode: '',
    country: 'DE',
    vatId: '',
  } as const
  for (const owner of [publisherId, callers['another publisher']?.publisherId ?? 0n]) {
    await saveLegalDetails(ctx, { publisherId: owner, ...details })
  }
  const store = async () => {
    const read = async function* () {
      yield Buffer.from('%PDF-1.7')
    }
    return storeFile(ctx, { accountId, purpose: 'tax_form', name: 'form.pdf', file: { read }, sealing })
  }
  const form = { form: 'W-8BEN', signedOn: '2026-01-01' } as const
  await submitForm(ctx, { publisherId, ...form, fileId: await store() })
  const { id } = await ctx.db
    .selectFrom('taxForm')
    .select('id')
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const handIn = (file_id: string) => ({ json: { form: form.form, signed_on: form.signedOn, file_id } })
  return [
    { call: `GET ${me}/legal/tax-forms/:form_id/file`, name: 'form_id', id, unknown: randomUUID(), ...ofPublisher },
    {
      call: `POST ${me}/legal/tax-forms`,
      name: 'file_id',
      id: await store(),
      unknown: randomUUID(),
      ...ofPublisher,
      request: handIn,
    },
  ]
}
