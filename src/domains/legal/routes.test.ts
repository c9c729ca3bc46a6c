import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { legalRoutes } from './routes.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createTestServer(database.db, legalRoutes({ name: 'Tandem', supportEmail: 'help@example.com' }))
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const page = (path: string) => server.get(`/api/v1${path}`)

test.each(['terms', 'privacy', 'conditions'])('%s is returned in the requested language', async (document) => {
  const english = (await page(`/legal/${document}?hl=en`)).json().data
  const chinese = (await page(`/legal/${document}?hl=zh`)).json().data
  expect(english.updated_on).toBe('2024-06-19')
  expect(english.title).toMatch(/^[A-Z][\w ]+$/)
  expect(chinese.title).toMatch(/^\p{Script=Han}+$/u)
  expect(english.intro).toContain('Tandem')
  expect((await page('/legal/recipes')).statusCode).toBe(422)
})
