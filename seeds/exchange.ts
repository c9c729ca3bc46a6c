import { recordRates } from '#domains/books/exchange-rates/commands/record-rates.ts'
import { parseRate } from '#domains/books/exchange-rates/rules.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'

const WEEKS = 58

/** Records rates of the currencies in which sample merchants sell, one for each week until `now`. */
export async function seedRates(ctx: Ctx): Promise<void> {
  const today = toDay(ctx.now)
  const rates = Array.from({ length: WEEKS }, (_, week) => {
    const rate = parseRate((1.12 + Math.sin(week / 9) * 0.04).toFixed(4))
    if (rate === undefined) throw new Error('A sample rate is none.')
    return { day: addDays(today, -7 * week), currency: 'EUR', rate }
  })
  await recordRates(ctx, 'imported', rates)
}
