import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitStatements } from './sql-statements.ts'

test.each([
  ['nothing', '', []],
  ['only comments', '-- a; b\n/* c; d */', []],
  ['two statements', 'SELECT 1;\n\nSELECT 2;\n', ['SELECT 1', 'SELECT 2']],
  ['no last semicolon', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['a comment between', 'SELECT 1; -- it is; one\nSELECT 2', ['SELECT 1', 'SELECT 2']],
  ['a string', `SELECT 'a;b', 'it''s;'; SELECT 2`, [`SELECT 'a;b', 'it''s;'`, 'SELECT 2']],
  ['comment signs in a string', `SELECT '--', '/*'; SELECT 2`, [`SELECT '--', '/*'`, 'SELECT 2']],
  ['a string with escapes', `SELECT E'\\';'; SELECT 2`, [`SELECT E'\\';'`, 'SELECT 2']],
  ['a backslash in a plain string', `SELECT '\\'; SELECT 2`, [`SELECT '\\'`, 'SELECT 2']],
  ['a quoted name', 'SELECT 1 AS "a;""b"; SELECT 2', ['SELECT 1 AS "a;""b"', 'SELECT 2']],
  ['a body', 'DO $$ BEGIN x; END $$; SELECT 2', ['DO $$ BEGIN x; END $$', 'SELECT 2']],
  ['a body with a tag', 'DO $a$ x; $$ y; $$ $a$; SELECT 2', ['DO $a$ x; $$ y; $$ $a$', 'SELECT 2']],
  ['a parameter and a name with dollars', 'SELECT $1, a$b$; SELECT b$', ['SELECT $1, a$b$', 'SELECT b$']],
  ['arithmetic', 'SELECT 4/2-1; SELECT 2*3', ['SELECT 4/2-1', 'SELECT 2*3']],
])('%s', (_name, text, statements) => {
  expect(splitStatements(text)).toEqual(statements)
})

test('splits every migration of the product into statements that begin with a command', () => {
  for (const file of readdirSync('migrations')) {
    for (const statement of splitStatements(readFileSync(`migrations/${file}`, 'utf8'))) {
      expect(statement).toMatch(
        /^(CREATE|ALTER|CLUSTER|DO|INSERT|GRANT|REVOKE|DROP|UPDATE|DELETE|TRUNCATE|COMMENT|SELECT)\b/,
      )
    }
  }
})
