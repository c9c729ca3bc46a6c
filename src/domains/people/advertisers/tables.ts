import type { Generated, GeneratedAlways } from 'kysely'
import type { SecretKind } from './rules.ts'

export interface AdvertiserTable {
  id: Generated<bigint>
  name: string
  website: string
  status: Generated<'active' | 'paused'>
  createdAt: Date
  /** When the advertiser or its domains last changed. */
  changedAt: Generated<Date>
}

export interface AdvertiserDomainTable {
  id: Generated<bigint>
  advertiserId: bigint
  hostname: string
  /** Null for 80 and 443. */
  port: number | null
  /** `hostname`, with the port unless that is null. */
  host: GeneratedAlways<string>
  createdAt: Date
}

export interface AdvertiserRegionTable {
  domainId: bigint
  regionCode: string
  commissionText: Generated<string>
}

export interface PostbackSecretTable {
  id: Generated<bigint>
  advertiserId: bigint
  kind: SecretKind
  /** The SHA-256 of its token. */
  tokenHash: Buffer
  /** The end of its token, as people read it. */
  hint: string
  createdAt: Date
  /** When it ends by itself, because it has a successor. */
  expiresAt: Date | null
  revokedAt: Date | null
}

/** Who stands behind an advertiser; what was not given is empty. */
export interface CompanyTable {
  advertiserId: bigint
  legalName: string
  street: string
  postalCode: string
  city: string
  countryCode: string
  vatNumber: string
  contactName: string
  contactEmail: string
  changedAt: Date
}

/** The tables that this domain owns. */
export interface AdvertiserTables {
  advertiser: AdvertiserTable
  advertiserDomain: AdvertiserDomainTable
  advertiserRegion: AdvertiserRegionTable
  postbackSecret: PostbackSecretTable
  company: CompanyTable
}
