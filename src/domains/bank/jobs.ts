import type { Config } from '#platform/server/config.ts'
import type { Job } from '#platform/server/job.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { fetchBankFile } from './commands/fetch-bank-file.ts'

/** The scheduled jobs of this domain: none without an address from which the file of the bank is fetched. */
export function bankJobs({ bankFileUrl: url, network, publicUrl }: Config): Job[] {
  if (url === undefined) return []
  const client = new OutboundClient({ userAgent: `${network.name} (+${publicUrl})` })
  return [{ name: 'bank-file', cron: '40 * * * *', run: (ctx) => fetchBankFile(ctx, { client, url }) }]
}
