import type { Db } from '#database'
import type { Ctx } from '../context.ts'
import { decrypt, encrypt, readKeyId } from './sealed-value.ts'
import type { SealingKey } from './sealing-key.ts'

/**
 * A column of the type `sealed`. `key` is the column that names the row and never changes. Each column stands in
 * `src/app/sealed-columns.ts`, so that a change of the key seals its values again.
 */
export interface SealedColumn {
  table: string
  column: string
  key: string
}

/** A value of a sealed column; `row` is the value of the column's `key` as text. */
export interface Place {
  column: SealedColumn
  row: string
}

/** Seals small secrets for storage, and opens them. The keys are never in the database. */
export class Sealing {
  readonly #keys: ReadonlyMap<string, SealingKey>

  constructor(keys: readonly SealingKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]))
  }

  /**
   * Seals a value with the key that the database names. Call it in the transaction that stores the value: until its end
   * the current key cannot change.
   */
  async seal(tx: Pick<Ctx, 'db'>, place: Place, value: Buffer | string): Promise<Buffer> {
    return (await this.getSealer(tx))(place, value)
  }

  /** Returns what `seal` does with each value, for a transaction that stores many. */
  async getSealer(tx: Pick<Ctx, 'db'>): Promise<(place: Place, value: Buffer | string) => Buffer> {
    if (!tx.db.isTransaction) throw new Error('A value is sealed in the transaction that stores it.')
    const key = this.#getKey((await findCurrentKeyId(tx.db, 'share')) ?? '')
    return (place, value) => encrypt(key, describePlace(place), value)
  }

  /** Opens a sealed value. Throws when it was sealed for another place, or with a key that this process lacks. */
  open(place: Place, sealed: Buffer): Buffer {
    return decrypt(this.#getKey(readKeyId(sealed)), describePlace(place), sealed)
  }

  #getKey(id: string): SealingKey {
    const key = this.#keys.get(id)
    if (!key) throw new Error(`This process lacks the secret key "${id}". Add it to SECRET_KEY and restart.`)
    return key
  }
}

/** Names a place in the sealed value: `app_secret.sealed_value:csrf`. */
export function describePlace({ column: { table, column }, row }: Place): string {
  return `${table}.${column}:${row}`
}

/** Finds the id of the key that seals new values, and locks it until the end of the transaction. */
export async function findCurrentKeyId(db: Db, lock: 'share' | 'update'): Promise<string | undefined> {
  const query = db.selectFrom('currentSealingKey').select('keyId')
  const row = await (lock === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
  return row?.keyId
}
