import type { Generated } from 'kysely'
import type { Comparison, EvidenceKind, SiteKind } from './rules/vocabulary.ts'

/** What brands read about a publisher who agreed that they find it. */
export interface PublisherListingTable {
  publisherId: bigint
  listedAt: Date
  /** Of its active sites; empty without one. */
  siteKinds: SiteKind[]
  categories: string[]
  /** ISO 3166 codes. */
  countries: string[]
  isVerified: boolean
  evidence: EvidenceKind
  /** Figures are numbers of bands; these four are null unless the evidence is `measured`. */
  clickBand: Generated<number | null>
  orderBand: Generated<number | null>
  ordersCompared: Generated<Comparison | null>
  /** The approved orders expected from 1,000 clicks, in millionths. */
  score: Generated<bigint | null>
  /** These three are null with too few decided orders, or if most of them are of one brand. */
  decidedBand: Generated<number | null>
  approvalBand: Generated<number | null>
  approvalCompared: Generated<Comparison | null>
  measuredAt: Date
}

/** The tables that this domain owns. */
export interface ListingTables {
  publisherListing: PublisherListingTable
}
