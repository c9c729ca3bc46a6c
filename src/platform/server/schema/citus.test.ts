import { expect, test } from 'vitest'
import { planDistribution, startingState } from './citus.ts'
import type { ClusterState, TablePlacement } from './citus.ts'

const placement: TablePlacement = {
  distributed: { publisher_id: ['click', 'entry', 'posting'], advertiser_id: ['postback'] },
  reference: ['account', 'site'],
  local: ['session'],
  foreignKeys: [{ table: 'posting', name: 'posting_entry', definition: 'FOREIGN KEY (entry_id) REFERENCES entry(id)' }],
}

const statements = [
  "SELECT create_reference_table('account')",
  "SELECT create_reference_table('site')",
  'ALTER TABLE posting DROP CONSTRAINT posting_entry',
  "SELECT create_distributed_table_concurrently('click', 'publisher_id', colocate_with => 'none')",
  "SELECT create_distributed_table_concurrently('entry', 'publisher_id', colocate_with => 'click')",
  "SELECT create_distributed_table_concurrently('posting', 'publisher_id', colocate_with => 'click')",
  "SELECT create_distributed_table_concurrently('postback', 'advertiser_id', colocate_with => 'none')",
  'ALTER TABLE posting ADD CONSTRAINT posting_entry FOREIGN KEY (entry_id) REFERENCES entry(id) NOT VALID',
  'ALTER TABLE posting VALIDATE CONSTRAINT posting_entry',
]

test('the tables of a database are distributed in an order in which Citus takes them', () => {
  expect(planDistribution(placement, startingState(placement))).toEqual(statements)
})

test.each(statements.map((_statement, done) => done))('after %i statements the others are left', (done) => {
  const state = statements.slice(0, done).reduce(run, startingState(placement))
  expect(planDistribution(placement, state)).toEqual(statements.slice(done))
})

test('a distributed database has nothing left to do', () => {
  expect(planDistribution(placement, statements.reduce(run, startingState(placement)))).toEqual([])
})

test('a table that came with a new version is distributed alone, and the foreign keys come back after it', () => {
  const all = statements.reduce(run, startingState(placement))
  const tables = new Map([...all.tables].filter(([name]) => name !== 'entry'))
  expect(planDistribution(placement, { ...all, tables })).toEqual([
    statements[2],
    statements[4],
    statements[7],
    statements[8],
  ])
})

test.each([
  ['click', { type: 'distributed', column: 'site_id' }, 'distributed by site_id instead of publisher_id'],
  ['click', { type: 'reference', column: '<none>' }, 'The table click is a reference table.'],
  ['site', { type: 'distributed', column: 'id' }, 'The table site is distributed by id.'],
])('refuses a cluster where %s is %o', (table, found, sentence) => {
  const state = { ...startingState(placement), tables: new Map([[table, found]]) }
  expect(() => planDistribution(placement, state)).toThrow(sentence)
})

/** Changes the state as Citus does when it runs a statement. */
function run({ tables, foreignKeys }: ClusterState, statement: string): ClusterState {
  const [, table = '', column] = /\('(\w+)'(?:, '(\w+)')?/.exec(statement) ?? []
  const [, action, name = ''] = /(DROP|ADD|VALIDATE) CONSTRAINT (\w+)/.exec(statement) ?? []
  if (action === 'DROP') return { tables, foreignKeys: new Map([...foreignKeys].filter(([key]) => key !== name)) }
  if (action !== undefined) return { tables, foreignKeys: new Map([...foreignKeys, [name, action === 'VALIDATE']]) }
  const found = column === undefined ? { type: 'reference', column: '<none>' } : { type: 'distributed', column }
  return { tables: new Map([...tables, [table, found]]), foreignKeys }
}
