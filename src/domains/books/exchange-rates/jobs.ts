import type { Config } from '#platform/server/config.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { fetchRates } from './commands/fetch-rates.ts'

/** The scheduled jobs of the exchange domain: none without an address of rates. */
export function exchangeJobs({ exchangeRatesUrl: address }: Config, outbound: OutboundClient): Job[] {
  if (address === undefined) return []
  return [{ name: 'exchange-rates', cron: '8 * * * *', run: (ctx) => fetchRates(ctx, outbound, address) }]
}
