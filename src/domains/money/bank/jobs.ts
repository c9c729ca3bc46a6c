import type { Config } from '#platform/server/config.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { fetchBankFile } from './commands/fetch-bank-file.ts'

/** The scheduled jobs of this domain: none without an address from which the file of the bank is fetched. */
export function bankJobs({ bankFileUrl: url, payer }: Config, client: OutboundClient): Job[] {
  if (url === undefined) return []
  return [
    {
      name: 'bank-file',
      cron: '40 * * * *',
      run: (ctx) => fetchBankFile(ctx, { client, url, payingIban: payer?.iban }),
    },
  ]
}
