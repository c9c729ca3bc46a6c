import { getPublisher } from '#domains/people/publishers/queries.ts'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailMessage } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { isWithinLimit } from '#platform/server/limits/rate-limit.ts'
import type { Locale } from '#texts/texts.ts'
import { waitingEmail } from '../mails.ts'

/** The page of an advertiser with its join requests. */
export const REQUESTS_PATH = '/brand/publishers/requests'

/** The advertiser or the publisher that reads a mail about a membership. */
export interface MailReader {
  name: string
  locale: Locale
}

/** Mails the publisher of a membership, unless it wants no such mails. */
export async function mailMember(
  tx: Ctx,
  { publisherId }: { publisherId: bigint },
  compose: (reader: MailReader) => EmailMessage,
): Promise<void> {
  const { email, name, locale, mutedNotices } = await getPublisher(tx.db, { publisherId })
  if (!mutedNotices.includes('memberships')) await enqueueMail(tx, { to: email, message: compose({ name, locale }) })
}

interface ProgramNews {
  programId: bigint
  /** The page of the console that it is about. */
  path: string
}

/** Tells the members of the advertiser's team who run the programme, each as it has chosen. */
export async function tellAdvertiser(
  tx: Ctx,
  { programId, path }: ProgramNews,
  compose: (reader: MailReader & { program: string }) => EmailMessage,
): Promise<void> {
  const { advertiserId, program } = await tx.db
    .selectFrom('program')
    .select(['advertiserId', 'title as program'])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow()
  await tellTeam(tx, {
    advertiserId,
    kind: 'memberships',
    path,
    write: ({ locale, advertiser: name }) => compose({ name, locale, program }),
  })
}

interface WaitingRequests {
  programId: bigint
}

/** Tells an advertiser that publishers wait to join, at most once an hour, however many ask. */
export async function tellOfRequests(tx: Ctx, { programId }: WaitingRequests): Promise<void> {
  if (!(await isWithinLimit(tx, { key: `join-notice:${programId}`, max: 1, windowSeconds: 3600 }))) return
  const { count } = await tx.db
    .selectFrom('membership')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('programId', '=', programId)
    .where('status', '=', 'pending')
    .where('askedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await tellAdvertiser(tx, { programId, path: REQUESTS_PATH }, (reader) =>
    waitingEmail({ branding: tx.branding, ...reader, count: Number(count) }),
  )
}
