import type { Generated } from 'kysely'
import type { SiteAccess } from '#kernel/actor.ts'

export interface PublisherTable {
  id: Generated<bigint>
  accountId: bigint
  name: string
  createdAt: Date
}

/** The id is the publisher's. Empty texts and lists were never given. Answers are words of `PROFILE_FIELDS`. */
export interface PublisherProfileTable {
  id: bigint
  company: Generated<string>
  firstName: Generated<string>
  lastName: Generated<string>
  contactNumber: Generated<string>
  address: Generated<string>
  zipCode: Generated<string>
  /** An ISO 3166 code. */
  country: Generated<string>
  paypalEmail: Generated<string>
  numEmployees: Generated<string>
  devKnowledge: Generated<string>
  profitModels: Generated<string[]>
  preferTrafficCategories: Generated<string[]>
  trafficSources: Generated<string[]>
  socialMedias: Generated<string[]>
  contentProduction: Generated<string>
  adNetwork: Generated<string>
  /** Stands in the publisher's referral link. */
  referralCode: Generated<string>
}

export interface SiteTable {
  id: Generated<bigint>
  publisherId: bigint
  key: string
  name: string
  url: string
  isActive: Generated<boolean>
  /** ISO 3166 codes. */
  audienceCountries: Generated<string[]>
  /** Of `CONTENT_CATEGORIES`. */
  contentCategories: Generated<string[]>
  createdAt: Date
  /** When an installation check last found the tracking script with the site's key; null until then. */
  scriptFoundAt: Generated<Date | null>
}

export interface SubAccountTable {
  id: Generated<bigint>
  publisherId: bigint
  siteId: bigint
  /** Null when the address had an account already: its owner cannot accept. */
  accountId: bigint | null
  /** 1 to 5; null after the removal. */
  position: number | null
  userName: string
  email: string
  access: SiteAccess
  createdAt: Date
  removedAt: Date | null
}

/** The tables that this domain owns. */
export interface PublisherTables {
  publisher: PublisherTable
  publisherProfile: PublisherProfileTable
  site: SiteTable
  subAccount: SubAccountTable
}
