import type { FilePurpose, MediaType } from './contract.ts'

/** A file that an account uploaded. */
export interface StoredFileTable {
  id: string
  accountId: bigint
  /** The brand for which it was uploaded. */
  advertiserId: bigint | null
  purpose: FilePurpose
  /** As the uploader's browser named it. */
  name: string
  mediaType: MediaType
  /** The length of the file in bytes. */
  size: number
  uploadedAt: Date
  /** When it is deleted; null as long as another row refers to it. */
  deleteAfter: Date | null
  /** The key of the content. */
  keySealed: Buffer
  /** Encrypted. */
  content: Buffer
}

/** The tables that this domain owns. */
export interface FileTables {
  storedFile: StoredFileTable
}
