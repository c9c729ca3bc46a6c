import { expect, test } from 'vitest'
import { StartError, explainStart } from './start-error.ts'

const refused = (code: string, path?: string) => Object.assign(new Error('refused'), { code, path })

test.each([
  ['the folder of the data', '/srv/data', true],
  ['a file in it', '/srv/data/postgres/PG_VERSION', true],
  ['a folder above it', '/srv', true],
  ['a folder beside it', '/srv/data-2', false],
  ['a file elsewhere', '/var/lib/tandem/postgresql-18', false],
])('%s that the system refuses is named; another DATA_DIR is advised: %s %s', (_, path, isAdvised) => {
  const error = explainStart(refused('EROFS', path), '/srv/data')
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(`Tandem cannot use ${path}: it is on a disk that can only be read. Mend that, `)
  expect(String(error).includes('DATA_DIR')).toBe(isAdvised)
})

test.each([refused('ENOENT', '/srv/data'), refused('EACCES')])('returns %s unchanged', (error) => {
  expect(explainStart(error, '/srv/data')).toBe(error)
})
