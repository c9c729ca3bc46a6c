import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { divideBody, fetchFile } from '#platform/server/outbound/fetch-file.ts'
import type { FileClient } from '#platform/server/outbound/fetch-file.ts'
import { MAX_BANK_FILE_BYTES } from '../rules/vocabulary.ts'
import { importBankFile } from './import-bank-file.ts'
import type { MatchedPayment } from './record-entries.ts'

const NOTHING = { recorded: 0, waiting: 0, known: 0 }

/** Where the bank offers its file, the client that fetches it, and the account from which publishers are paid. */
export interface BankSource {
  client: FileClient
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
  const { body, fault: missing } = await fetchFile(client, url, { maxBytes: MAX_BANK_FILE_BYTES })
  if (body === undefined) return { ...NOTHING, fault: missing }
  try {
    const file = await importBankFile(ctx, divideBody(body), { mode: 'record', source: 'fetch', payingIban })
    const count = (wanted: MatchedPayment['outcome']) =>
      file.payments.filter(({ outcome }) => outcome === wanted).length
    const left = file.unreadable.length > 0 ? 'bank.unreadable' : null
    const fault = file.otherAccounts.length > 0 ? 'bank.other_account' : left
    return { recorded: count('matched'), waiting: count('waiting'), known: count('known'), fault }
  } catch (error) {
    if (error instanceof Refusal) return { ...NOTHING, fault: error.details.code }
    throw error
  }
}
