import { audit } from '../audit/audit.ts'
import type { AuditedAct } from '../audit/audit.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import { tryEach } from '../jobs/try-each.ts'
import type { EmailMessage } from './email-layout.ts'
import { enqueueMails } from './outbox.ts'

/** Readers whom one transaction mails. */
const BATCH = 500

/** A mailing to many readers, in the order of their ids. */
export interface Mailing<Reader> {
  /** The readers up to this id are mailed. */
  afterId: bigint | null
  /** Lists the next readers, by id. */
  listReaders: (tx: Ctx, next: { afterId: bigint; limit: number }) => Promise<Reader[]>
  /** Writes the mail to a reader; undefined if the reader wants none. */
  write: (reader: Reader) => EmailMessage | undefined
  /** Saves up to which id the readers are mailed; null once all are. */
  save: (tx: Ctx, afterId: bigint | null) => Promise<unknown>
  /** The audit line of a batch, without the number of its readers. */
  act: AuditedAct
}

/**
 * Mails the readers of the open mailings, one mailing after another. Each batch is a transaction, in which `lock` locks
 * and reads the mailing, and answers undefined if all are mailed meanwhile: so each reader is mailed once, also when
 * two runs work at once, and a run that ends in between is continued by the next. What fails for one mailing does not
 * hold up the others.
 */
export function mailReaders<Key, Reader extends { id: bigint; email: string }>(
  ctx: Ctx,
  open: readonly Key[],
  lock: (tx: Ctx, key: Key) => Promise<Mailing<Reader> | undefined>,
): Promise<void> {
  const mailBatch = (key: Key) =>
    inTransaction(ctx, async (tx) => {
      const mailing = await lock(tx, key)
      return mailing !== undefined && (await mailNext(tx, mailing))
    })
  const mailAll = async (key: Key) => {
    while (await mailBatch(key)) continue
  }
  return tryEach(open, mailAll, 'Some mailings were not finished.')
}

/** Mails the next readers and answers whether there may be more. */
async function mailNext<Reader extends { id: bigint; email: string }>(tx: Ctx, mailing: Mailing<Reader>) {
  const { afterId, listReaders, write, save, act } = mailing
  const readers = await listReaders(tx, { afterId: afterId ?? 0n, limit: BATCH })
  const mails = readers.map((reader) => ({ to: reader.email, message: write(reader) }))
  await enqueueMails(
    tx,
    mails.flatMap(({ to, message }) => (message ? [{ to, message }] : [])),
  )
  const last = readers.length < BATCH ? undefined : readers.at(-1)
  await save(tx, last?.id ?? null)
  await audit(tx, { ...act, details: { ...act.details, readers: readers.length, isDone: !last } })
  return last !== undefined
}
