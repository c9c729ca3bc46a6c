import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { LegalDocument } from '../rules.ts'

/** Finds the change that a change of a text replaced; undefined where it replaced the text of the program. */
export function findEarlierText(db: Db, { document, holdsFrom }: { document: LegalDocument; holdsFrom: Day }) {
  return findTextInForce(db, { document, today: addDays(holdsFrom, -1) })
}

/** Finds the last change of a text that holds on a day; undefined where the text of the program is in force. */
export function findTextInForce(db: Db, { document, today }: { document: LegalDocument; today: Day }) {
  return db
    .selectFrom('termsChange')
    .select(['holdsFrom', 'textEn', 'textZh'])
    .where(sql<boolean>`document = ${document}`)
    .where('holdsFrom', '<=', today)
    .orderBy('holdsFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
}
