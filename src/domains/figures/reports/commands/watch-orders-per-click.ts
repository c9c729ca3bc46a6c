import { sql } from 'kysely'
import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { ordersPerClickEmail } from '../mails.ts'
import { readOrdersPerClick } from '../queries/orders-per-click.ts'
import { findProgress } from '../queries/rollup-progress.ts'

/**
 * Tells the team of each brand whose orders per click have left their band, or that has no clicks any more, once for
 * each time. It looks at open programmes only, and at no day that the roll-ups do not contain yet. What fails for one
 * brand does not hold up the others.
 */
export async function watchOrdersPerClick(ctx: Ctx): Promise<void> {
  const asOf = await findProgress(ctx.db, 'rollups')
  if (asOf === undefined) return
  const today = toDay(asOf < ctx.now ? asOf : ctx.now)
  const { rows } = await sql<{ advertiserId: bigint }>`
    SELECT advertiser_id FROM program JOIN advertiser ON advertiser.id = program.advertiser_id
    WHERE program.status = 'open' AND advertiser.status = 'active' ORDER BY advertiser_id`.execute(ctx.db)
  const watch = ({ advertiserId }: { advertiserId: bigint }) => watchAdvertiser(ctx, { advertiserId, today })
  await tryEach(rows, watch, 'The orders per click of some brands were not judged.')
}

interface Watched {
  advertiserId: bigint
  today: Day
}

async function watchAdvertiser(ctx: Ctx, { advertiserId, today }: Watched): Promise<void> {
  const judgement = await readOrdersPerClick(ctx.db, { advertiserId, today })
  const { state, judged, usual } = judgement
  if (state === 'too_little' && judged.clicks === 0) return
  if (state === 'within' || state === 'too_little') {
    // Few clicks say nothing about orders per click, and end a silence.
    await ctx.db
      .deleteFrom('trackingAlert')
      .where('advertiserId', '=', advertiserId)
      .$if(state === 'too_little', (query) => query.where('state', '=', 'silent'))
      .execute()
    return
  }
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql`
      INSERT INTO tracking_alert (advertiser_id, state, since) VALUES (${advertiserId}, ${state}, ${tx.now})
      ON CONFLICT (advertiser_id) DO UPDATE SET state = excluded.state, since = excluded.since
        WHERE tracking_alert.state <> excluded.state
      RETURNING advertiser_id`.execute(tx.db)
    if (rows.length === 0) return
    const details = { state, judged, usual }
    await audit(tx, { action: 'tracking.alert', target: `advertiser:${advertiserId}`, details })
    await tellTeam(tx, {
      advertiserId,
      kind: 'tracking',
      path: '/brand/tracking',
      write: ({ locale, advertiser: name }) =>
        ordersPerClickEmail({ branding: tx.branding, locale, name }, { state, judged, usual }),
    })
  })
}
