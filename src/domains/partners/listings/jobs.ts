import type { Job } from '#platform/server/jobs/job.ts'
import { measureListings } from './commands/measure-listings.ts'

/** The scheduled job that measures the publishers whom brands may find. */
export const listingJobs: Job[] = [{ name: 'publisher-listings', cron: '37 * * * *', run: measureListings }]
