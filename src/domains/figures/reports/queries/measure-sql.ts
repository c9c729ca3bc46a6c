import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getDefinition } from '#kernel/measures.ts'
import type { Measure } from '#kernel/measures.ts'

/** Writes a measure as SQL, to order by it; null where nothing can be divided by. `read` selects one of its figures. */
export function writeMeasure(measure: Measure, read: (figure: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { of, per } = getDefinition(measure)
  const add = (names: readonly string[]) => sql.join(names.map(read), sql` + `)
  return per ? sql`(${add(of)})::numeric / nullif(${add(per)}, 0)` : sql`(${add(of)})`
}
