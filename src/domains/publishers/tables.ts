import type { Generated } from 'kysely'
import type { SiteAccess } from '#kernel/actor.ts'

export interface PublisherTable {
  id: Generated<bigint>
  accountId: bigint
  name: string
  createdAt: Date
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
  site: SiteTable
  subAccount: SubAccountTable
}
