import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from './context.ts'

/** Whose data is exported: its id, and the condition that a row is its own. */
export interface Subject {
  id: bigint
  isOwn: RawBuilder<unknown>
}

/** A subject with an email address. */
export interface Person extends Subject {
  email: string
}

/** Parts of an export, in the order of the file: their names there, and their rows, which PostgreSQL writes as JSON. */
export type ExportSections = Readonly<Record<string, RawBuilder<unknown>>>

/** Lists the parts of an export that a domain holds about a subject. */
export type ListSections<Of = Subject> = (subject: Of, db: Db) => ExportSections | Promise<ExportSections>

/** Erases what a domain holds about a subject, inside the caller's transaction. */
export type Erase<Of> = (tx: Ctx, subject: Of) => Promise<void>

/** Builds the condition that something is open for a subject; null stands for none. */
export type BuildCondition = (id: bigint | null) => RawBuilder<boolean>
