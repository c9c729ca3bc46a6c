import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { forfeitureEmail } from '../mails.ts'
import type { ForfeitureNews } from '../mails.ts'

/**
 * Tells a publisher of the loss of a balance, inside the transaction that takes it or notes the warning. The mail is
 * about a claim that ends, so it cannot be switched off. An erased publisher has no address.
 */
export async function mailForfeiture(
  tx: Ctx,
  { publisherId, ...news }: ForfeitureNews & { publisherId: bigint },
): Promise<void> {
  const { email, name, locale, erasedAt } = await getPublisher(tx.db, { publisherId })
  if (erasedAt !== null) return
  await enqueueMail(tx, { to: email, message: forfeitureEmail({ branding: tx.branding, locale, name }, news) })
}
