import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { stopAheadEmail, stoppedEmail } from '../mails.ts'
import type { AnnouncedCap } from '../mails.ts'
import type { JoinedPublisher } from '../queries.ts'
import type { Stop } from '../rules.ts'

interface News {
  branding: EmailBranding
  /** The title of the programme. */
  program: string
  /** The publishers whom it concerns. */
  joined: readonly JoinedPublisher[]
}

/**
 * Mails publishers that a cap will stop commission from a day on, whatever mails they have switched off, because it is
 * part of their agreement.
 */
export async function tellStopAhead(tx: Ctx, { branding, program, joined, ...cap }: News & AnnouncedCap) {
  for (const { email, locale, name } of joined) {
    await enqueueMail(tx, { to: email, message: stopAheadEmail({ branding, locale, name, program }, cap) })
  }
}

/** Mails publishers from when until when their clicks earn nothing, whatever mails they have switched off. */
export async function tellStop(tx: Ctx, { branding, program, joined, stop }: News & { stop: Stop }) {
  for (const { email, locale, name } of joined) {
    await enqueueMail(tx, { to: email, message: stoppedEmail({ branding, locale, name, program }, stop) })
  }
}
