import { sql } from 'kysely'
import { getAdvertiser } from '#domains/advertisers/queries.ts'
import { listTeamReaders } from '#domains/teams/queries.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { ordersPerClickEmail } from '../mails.ts'
import { readOrdersPerClick } from '../queries/orders-per-click.ts'
import { findProgress } from '../queries/rollup-progress.ts'
import type { OrdersPerClick } from '../rules/orders-per-click.ts'

/**
 * Mails each brand whose orders per click have left their band, once for each time that they leave it. It looks at open
 * programmes only, and at no day that the roll-ups do not contain yet.
 */
export async function watchOrdersPerClick(ctx: Ctx, branding: EmailBranding): Promise<void> {
  const asOf = await findProgress(ctx.db, 'rollups')
  if (asOf === undefined) return
  const today = toDay(asOf < ctx.now ? asOf : ctx.now)
  const { rows } = await sql<{ advertiserId: bigint }>`
    SELECT advertiser_id FROM program JOIN advertiser ON advertiser.id = program.advertiser_id
    WHERE program.status = 'open' AND advertiser.status = 'active' ORDER BY advertiser_id`.execute(ctx.db)
  for (const { advertiserId } of rows) await watchAdvertiser(ctx, { advertiserId, today, branding })
}

interface Watched {
  advertiserId: bigint
  today: Day
  branding: EmailBranding
}

async function watchAdvertiser(ctx: Ctx, { advertiserId, today, branding }: Watched): Promise<void> {
  const judgement = await readOrdersPerClick(ctx.db, { advertiserId, today })
  const { state } = judgement
  if (state === 'too_little') return
  if (state === 'within') {
    await ctx.db.deleteFrom('trackingAlert').where('advertiserId', '=', advertiserId).execute()
    return
  }
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql`
      INSERT INTO tracking_alert (advertiser_id, state, since) VALUES (${advertiserId}, ${state}, ${tx.now})
      ON CONFLICT (advertiser_id) DO UPDATE SET state = excluded.state, since = excluded.since
        WHERE tracking_alert.state <> excluded.state
      RETURNING advertiser_id`.execute(tx.db)
    if (rows.length === 0) return
    const { judged, usual } = judgement
    const details = { state, judged, usual }
    await audit(tx, { action: 'tracking.alert', target: `advertiser:${advertiserId}`, details })
    await mailBrand(tx, { advertiserId, branding, judgement })
  })
}

interface Alert extends Omit<Watched, 'today'> {
  judgement: OrdersPerClick
}

/** Mails the members of the brand's team who integrate its shop. */
async function mailBrand(tx: Ctx, { advertiserId, branding, judgement }: Alert): Promise<void> {
  const readers = await listTeamReaders(tx.db, { advertiserId, act: 'integrate' })
  const { name } = await getAdvertiser(tx.db, { advertiserId })
  for (const { email, locale } of readers) {
    await enqueueMail(tx, { to: email, message: ordersPerClickEmail({ branding, locale, name }, judgement) })
  }
}
