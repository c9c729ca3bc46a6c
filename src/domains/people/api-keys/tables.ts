import type { Generated } from 'kysely'
import type { KeyScope } from '#kernel/key-scopes.ts'

/** An API key of a publisher or of an advertiser. */
export interface ApiKeyTable {
  id: Generated<bigint>
  /** Null for a key of an advertiser. */
  publisherId: bigint | null
  /** Null for a key of a publisher. */
  advertiserId: bigint | null
  /** The public part of the key: it finds the row. */
  prefix: string
  /** The SHA-256 of the secret part. */
  secretHash: Buffer
  name: string
  scopes: KeyScope[]
  createdAt: Date
  createdBy: bigint | null
  revokedAt: Date | null
  revokedBy: bigint | null
  /** At most a minute late. */
  lastUsedAt: Date | null
}

/** The tables that this domain owns. */
export interface KeyTables {
  apiKey: ApiKeyTable
}
