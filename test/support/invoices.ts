import { randomUUID } from 'node:crypto'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Returns the first quarter of an hour of the UTC month that is so many months after the present one. */
export function getMonthStart(months: number): Date {
  let day = `${toDay(new Date()).slice(0, 7)}-01`
  for (let count = 0; count < months; count += 1) day = `${addDays(day, 31).slice(0, 7)}-01`
  return new Date(startOfDay(day).getTime() + 15 * 60_000)
}

/** Inserts an invoice over 10.00 without orders. Answers its id. */
export async function insertInvoice(ctx: Ctx, advertiserId: bigint): Promise<string> {
  const id = randomUUID()
  const days = { month: '2026-01-01', dueOn: '2026-02-15' }
  const amounts = { linesAmount: 100_000n, carriedAmount: 0n, amount: 100_000n, restAmount: 0n, paidAtAmount: 100_000n }
  const reader = { legalName: 'Brook', street: '', postalCode: '', city: '', countryCode: '', vatNumber: '' }
  await ctx.db
    .insertInto('invoice')
    .values({ id, number: 1, advertiserId, issuedAt: ctx.now, ...days, ...amounts, ...reader })
    .execute()
  return id
}
