import { sql } from 'kysely'
import type { Db } from '#database'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import { StartError } from '../start-error.ts'
import { encrypt } from './sealed-value.ts'
import { Sealing, describePlace, findCurrentKeyId } from './sealing.ts'
import type { SealedColumn } from './sealing.ts'
import { createKey, readKeys, writeKeyFile } from './sealing-key.ts'
import type { KeySource, SealingKey } from './sealing-key.ts'

/** The result of a rotation. */
export interface Rotation {
  keyId: string
  /** How many values were sealed again. */
  count: number
}

/**
 * Makes another key the current one and seals every value with it, in one transaction. With SECRET_KEY that is the
 * first key of the variable; every node must have both keys before. Without SECRET_KEY it is a new key, and
 * DATA_DIR/secret.key holds only that one afterwards; the network must be stopped. Throws a StartError when the first
 * key of SECRET_KEY is the current one already.
 */
export async function rotateKey(ctx: Ctx, source: KeySource, columns: readonly SealedColumn[]): Promise<Rotation> {
  const keys = await addKey(ctx, source)
  const [next] = keys
  if (!next) throw new Error('There is no key to rotate to.')
  const count = await inTransaction(ctx, async (tx) => {
    await findCurrentKeyId(tx.db, 'update')
    const sealing = new Sealing(keys)
    let sum = 0
    for (const column of columns) sum += await sealColumn(tx.db, { column, sealing, next })
    await tx.db.updateTable('currentSealingKey').set({ keyId: next.id, since: tx.now }).execute()
    await audit(tx, { action: 'sealing.rotate', target: `sealing-key:${next.id}`, details: { count: sum } })
    return sum
  })
  if (source.secretKeys === undefined) writeKeyFile(source.dataDir, [next])
  return { keyId: next.id, count }
}

/** Returns the keys with the next one first. A new key is in the file before a value is sealed with it. */
async function addKey(ctx: Ctx, source: KeySource): Promise<readonly SealingKey[]> {
  const keys = readKeys(source)
  const currentId = await findCurrentKeyId(ctx.db, 'share')
  if (keys[0]?.id !== currentId) return keys
  if (source.secretKeys !== undefined) {
    throw new StartError('SECRET_KEY begins with the current key. Put the new key before it: SECRET_KEY=new,current.')
  }
  const withNew = [createKey(), ...keys]
  writeKeyFile(source.dataDir, withNew)
  return withNew
}

interface ColumnRotation {
  column: SealedColumn
  sealing: Sealing
  next: SealingKey
}

const BATCH = 100

async function sealColumn(tx: Db, rotation: ColumnRotation): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await sealBatch(tx, rotation)
    if (count === 0) return sum
    sum += count
  }
}

/** Seals up to `BATCH` values again that another key has sealed, and returns how many there were. */
async function sealBatch(tx: Db, { column, sealing, next }: ColumnRotation): Promise<number> {
  const [table, value, key] = [sql.table(column.table), sql.ref(column.column), sql.ref(column.key)]
  const { rows } = await sql<{ row: string; sealed: Buffer }>`
    SELECT ${key}::text AS row, ${value} AS sealed FROM ${table}
    WHERE substring(${value} FROM 2 FOR 8) <> ${Buffer.from(next.id, 'hex')}
    LIMIT ${BATCH} FOR UPDATE`.execute(tx)
  for (const { row, sealed } of rows) {
    const place = { column, row }
    const again = encrypt(next, describePlace(place), sealing.open(place, sealed))
    await sql`UPDATE ${table} SET ${value} = ${again} WHERE ${key}::text = ${row}`.execute(tx)
  }
  return rows.length
}
