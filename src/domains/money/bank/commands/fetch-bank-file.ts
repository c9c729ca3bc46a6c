import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundError } from '#platform/server/outbound/outbound-client.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { divideBody } from '#platform/server/outbound/read-body.ts'
import { MAX_BANK_FILE_BYTES } from '../rules/vocabulary.ts'
import { importBankFile } from './import-bank-file.ts'
import type { MatchedPayment } from './record-entries.ts'

const TIMEOUT_MS = 60_000
const NOTHING = { recorded: 0, waiting: 0, known: 0 }

/** Where the bank offers its file, the client that fetches it, and the account from which publishers are paid. */
export interface BankSource {
  client: Pick<OutboundClient, 'get'>
  url: string
  payingIban: string | undefined
}

/**
 * Fetches the file of the bank, records its payments and notes what came of it. A file that cannot be fetched or read
 * changes nothing else; the next fetch tries again.
 */
export async function fetchBankFile(ctx: Ctx, source: BankSource): Promise<void> {
  const outcome = await fetchAndRecord(ctx, source)
  await inTransaction(ctx, async (tx) => {
    const fetched = { ...outcome, fetchedAt: tx.now }
    await tx.db
      .insertInto('bankFetch')
      .values(fetched)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(fetched))
      .execute()
    await audit(tx, { action: 'bank-file.fetch', target: 'bank-file:fetched', details: outcome })
  })
}

async function fetchAndRecord(ctx: Ctx, { client, url, payingIban }: BankSource) {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BANK_FILE_BYTES + 1 }
    const { status, body } = await client.get(url, limits)
    if (status !== 200) return { ...NOTHING, fault: `status ${status}` }
    // A longer body is cut off there.
    if (body.length > MAX_BANK_FILE_BYTES) return { ...NOTHING, fault: 'bank.too_large' }
    const file = await importBankFile(ctx, divideBody(body), { mode: 'record', source: 'fetch', payingIban })
    const count = (wanted: MatchedPayment['outcome']) =>
      file.payments.filter(({ outcome }) => outcome === wanted).length
    const left = file.unreadable.length > 0 ? 'bank.unreadable' : null
    const fault = file.otherAccounts.length > 0 ? 'bank.other_account' : left
    return { recorded: count('matched'), waiting: count('waiting'), known: count('known'), fault }
  } catch (error) {
    if (error instanceof OutboundError) return { ...NOTHING, fault: error.fault }
    if (error instanceof Refusal) return { ...NOTHING, fault: error.details.code }
    throw error
  }
}
