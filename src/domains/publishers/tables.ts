import type { Generated } from 'kysely'

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
  createdAt: Date
  /** When an installation check last found the tracking script with the site's key; null until then. */
  scriptFoundAt: Generated<Date | null>
}

/** The tables that this domain owns. */
export interface PublisherTables {
  publisher: PublisherTable
  site: SiteTable
}
