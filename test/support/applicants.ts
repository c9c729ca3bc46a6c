import { accountRoutes } from '#domains/people/accounts/routes/account-routes.ts'
import { isUnconfirmed } from '#domains/partners/applications/queries/sign-ups.ts'
import { findHome } from '#domains/partners/applications/queries/onboarding.ts'
import { reviewRoutes } from '#domains/partners/applications/routes/review-routes.ts'
import { visitorRoutes } from '#domains/partners/applications/routes/visitor-routes.ts'
import type { TestDatabase } from './database.ts'
import { createTestServer } from './test-server.ts'
import { createTestSealing, loadTestSecrets } from './sealing.ts'

let made = 0

/** Makes a new e-mail address. */
export function freshEmail(): string {
  made += 1
  return `applicant-${made}@example.com`
}

/** Builds the valid application of a creator. */
export function creatorBody(email: string) {
  return {
    selectedCountry: 'us',
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phoneNumber: '',
    channel: 'YouTube',
    channelUrl: 'youtube.com/@ada',
    followers: '10K - 50K',
    region: 'Canada',
    promote: 'Yes',
    sponsored: 'No',
  }
}

/** Builds the valid application of an advertiser. */
export function advertiserBody(email: string) {
  return {
    selectedCountry: 'de',
    firstName: 'Ada',
    lastName: 'Byron',
    email,
    phoneNumber: '',
    brand_sale: '$1M - $5M',
    platform: 'No',
    company_name: 'Acme Gardens',
    company_website: 'acme.example',
    purpose: 'Reach gardeners',
  }
}

/** The steps of a publisher's sign-up as the browser sends them: options are numbered from 1. */
export const steps = {
  start: (email: string) => ({ email, password1: 'correct-horse', password2: 'correct-horse' }),
  profile: {
    site_name: 'Gardens',
    site_url: 'gardens.example',
    audience_countries: ['1', '250'],
    content_categories: ['8'],
    company: 'Gardens Ltd',
    first_name: 'Ada',
    last_name: 'Byron',
    address: '1 Lane',
    zip_code: '1000',
    country: '233',
    contact_number: '555-0100-22',
    paypal_email: 'pay@example.com',
  },
  questions: {
    num_employees: '1',
    dev_knowledge: '2',
    profit_models: ['1', '2'],
    prefer_traffic_categories: '43',
    traffic_sources: ['1'],
  },
}

/** Opens a server with the routes that an applicant uses, and gives access to the outbox. */
export async function createApplicantFixtures(database: TestDatabase) {
  const { db } = database
  const { addresses: addressKey } = await loadTestSecrets(db)
  const sealing = await createTestSealing(db)
  const server = await createTestServer(db, [
    ...accountRoutes({
      sealing,
      findCountry: () => null,
      addressKey,
      mailboxToken: undefined,
      findHome,
      isUnconfirmed,
    }),
    ...visitorRoutes({ addressKey }),
    ...reviewRoutes,
  ])
  const mailsTo = (email: string) =>
    db.selectFrom('mail').selectAll().where('toAddress', '=', email).orderBy('id').execute()
  return {
    ...server,
    mailsTo,
    /** Reads the token at the end of the newest link of this kind that was mailed to an address. */
    lastToken: async (email: string, kind: 'reset-password/' | 'sign-up?resume=') => {
      const text = (await mailsTo(email)).at(-1)?.textBody ?? ''
      return text.split(kind)[1]?.split(/\s/)[0] ?? ''
    },
    forgetLimits: async () => {
      await database.ownerDb.deleteFrom('rateWindow').execute()
      await database.ownerDb.deleteFrom('failureWait').execute()
    },
  }
}
