import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailMessage } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Locale } from '#texts/texts.ts'

/** Mails a publisher about an invitation, unless it wants no such mails. */
export async function mailInvited(
  tx: Ctx,
  { publisherId }: { publisherId: bigint },
  compose: (reader: { name: string; locale: Locale }) => EmailMessage,
): Promise<void> {
  const { email, name, locale, mutedNotices } = await getPublisher(tx.db, { publisherId })
  if (!mutedNotices.includes('invitations')) await enqueueMail(tx, { to: email, message: compose({ name, locale }) })
}
