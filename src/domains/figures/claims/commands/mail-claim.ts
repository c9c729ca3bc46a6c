import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { claimForAdvertiserEmail, claimForPublisherEmail } from '../mails.ts'
import type { AdvertiserMailKind, PublisherMailKind } from '../mails.ts'
import type { RefusalReason } from '../rules.ts'
import type { StoredClaim } from './change-claim.ts'

interface ClaimNews<Kind> {
  claim: StoredClaim
  kind: Kind
  /** The end of the time that the mail names. */
  until?: Date
}

/** Tells the members of the advertiser's team who decide claims. */
export async function mailAdvertiser(tx: Ctx, { claim, kind, until }: ClaimNews<AdvertiserMailKind>): Promise<void> {
  const { advertiserId } = claim
  const { name: publisher } = await getPublisher(tx.db, claim)
  const facts = { claimId: claim.id, order: claim.orderRef, other: publisher, until }
  await tellTeam(tx, {
    advertiserId,
    kind: 'claims',
    path: `/brand/claims/${claim.id}`,
    write: ({ locale, advertiser: name }) =>
      claimForAdvertiserEmail({ branding: tx.branding, locale, name }, { ...facts, kind }),
  })
}

/** Mails the publisher of a claim, unless it wants no such mails. */
export async function mailPublisher(
  tx: Ctx,
  {
    claim,
    kind,
    note,
    reason,
    until,
  }: ClaimNews<PublisherMailKind> & { note: string; reason?: RefusalReason | undefined },
): Promise<void> {
  const { email, name, locale, mutedNotices } = await getPublisher(tx.db, claim)
  if (mutedNotices.includes('claims')) return
  const { name: advertiser } = await tx.db
    .selectFrom('advertiser')
    .select('name')
    .where('id', '=', claim.advertiserId)
    .executeTakeFirstOrThrow()
  const facts = { claimId: claim.id, order: claim.orderRef, other: advertiser, note, reason, until }
  await enqueueMail(tx, {
    to: email,
    message: claimForPublisherEmail({ branding: tx.branding, locale, name }, { ...facts, kind }),
  })
}
