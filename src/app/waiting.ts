import { sumClaimsOfEach } from '#domains/figures/claims/queries.ts'
import { sumOverdueOfEach } from '#domains/money/invoices/queries/invoices.ts'
import { DUE_DAYS } from '#domains/orders/transactions/contract/due-orders.ts'
import { sumDueOrdersOfEach } from '#domains/orders/transactions/queries/sum-due-orders.ts'
import type { WaitingRow } from '#domains/people/teams/contract.ts'
import type { Membership } from '#domains/people/teams/queries.ts'
import { countJoinRequestsOfEach } from '#domains/programmes/programs/queries/join-requests.ts'
import { includesAct } from '#kernel/access.ts'
import { DAY_MS, toDay } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Lists what waits in teams, as the homes of their brands say it, in as many statements for many teams as for two. */
export async function listWaiting(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  teams: readonly Membership[],
): Promise<WaitingRow[]> {
  const advertiserIds = teams.map(({ advertiserId }) => advertiserId)
  const ofMoney = teams.filter(({ teamRole }) => includesAct(teamRole, 'see_money'))
  const until = new Date(now.getTime() + DUE_DAYS * DAY_MS)
  const [due, claims, joins, overdue] = await Promise.all([
    sumDueOrdersOfEach(db, { advertiserIds, until }),
    sumClaimsOfEach(db, { advertiserIds, now }),
    countJoinRequestsOfEach(db, { advertiserIds }),
    sumOverdueOfEach(db, { advertiserIds: ofMoney.map(({ advertiserId }) => advertiserId), today: toDay(now) }),
  ])
  return [
    ...due.map(({ end: kind, commission, firstDueAt, orderValue: _orderValue, ...row }) => ({
      ...row,
      kind,
      at_risk: formatAmount(commission),
      ends_at: firstDueAt.toISOString(),
    })),
    ...claims.map(({ commission, firstDueAt, ...row }) => ({
      ...row,
      kind: 'claims' as const,
      at_risk: commission === null ? null : formatAmount(commission),
      ends_at: firstDueAt?.toISOString() ?? null,
    })),
    ...joins.map(({ dueAt, ...row }) => ({
      ...row,
      kind: 'joins' as const,
      at_risk: null,
      ends_at: dueAt?.toISOString() ?? null,
    })),
    ...overdue.map(({ open, since, ...row }) => ({
      ...row,
      kind: 'overdue' as const,
      at_risk: formatAmount(open),
      ends_at: since,
    })),
  ]
}
