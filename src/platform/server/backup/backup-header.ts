import { z } from 'zod'

/** The version of the file format that this program writes and reads. A file of version 1 has an earlier schema. */
export const FORMAT_VERSION = 2

const rows = z.int().nonnegative()

/** Bounds of a partition, as PostgreSQL writes them. They become part of a statement, so nothing else is allowed. */
const bounds = z.string().regex(/^(DEFAULT|FOR VALUES FROM \('[^'\\]*'\) TO \('[^'\\]*'\))$/)

/** The first line of a backup, as JSON. It says what the file contains; it holds no key and no secret. */
export const headerSchema = z.object({
  format: z.literal('tandem-backup'),
  version: z.literal(FORMAT_VERSION),
  /** The backup contains everything that was acknowledged before. */
  createdAt: z.iso.datetime(),
  /** The last migration, and the digest of the statements of all migrations up to that one. */
  schema: z.object({ migration: z.string(), digest: z.string() }),
  /** The id of the key that opens the sealed values; null when the database seals none. */
  keyId: z.string().nullable(),
  /** Lists outside the database. */
  lists: z.array(z.object({ name: z.string(), rows })),
  tables: z.array(z.object({ name: z.string(), rows })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bounds })),
  /** The last value that each sequence has given. */
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().regex(/^\d+$/) })),
})

/** @see headerSchema */
export type BackupHeader = z.infer<typeof headerSchema>

/** Sums the rows of all tables. */
export function countRows({ tables }: BackupHeader): number {
  return tables.reduce((sum, table) => sum + table.rows, 0)
}
