import { StartError } from '../start-error.ts'

/** The last commit that works with databases and backups of the schema before `0002_people`. */
const LAST_COMMIT = '6ab20eb1'

/** A migration that every database of that schema has, and no later one. */
export const EARLIER_MIGRATION = '0002_accounts'

/** Says that a database or a file has that schema, which this program does not read. */
export function describeEarlierSchema(subject: string): StartError {
  return new StartError(
    `${subject} has a schema from before the first release; the last commit that reads it is ${LAST_COMMIT}.`,
  )
}
