import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestNetwork, buildSite, findFreePort, holdsAny } from '#test/support/network.ts'

let network: TestNetwork

beforeAll(buildSite, 180_000)

beforeEach(async () => {
  network = new TestNetwork(await findFreePort())
})

afterEach(() => network.remove())

test('a bad value stops the start with a sentence that names the variable', async () => {
  const { code, stderr } = await network.startInVain({ WORKERS: 'many' })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'WORKERS must be a whole number from 1 to 128.' })
})

test('a taken port is named before anything is made', async () => {
  const other = createServer().listen(network.port, '127.0.0.1')
  try {
    const { code, stderr } = await network.startInVain()
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${network.port} is taken by another program. Set PORT to a free one.`)
    expect(readdirSync(network.dataDir)).toEqual([])
  } finally {
    other.close()
  }
})

test('an address that this machine has not is named', async () => {
  const { code, stderr } = await network.startInVain({ HOST: '192.0.2.1' })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'HOST is 192.0.2.1, and this machine has no such address.' })
})

test('data of another PostgreSQL is left alone', async () => {
  const data = join(network.dataDir, 'postgres')
  mkdirSync(data, { mode: 0o755 })
  writeFileSync(join(data, 'PG_VERSION'), '17\n')
  const { code, stderr } = await network.startInVain()
  expect(code).toBe(1)
  expect(stderr).toMatch(/was made by PostgreSQL 17, and this program brings PostgreSQL 18\..* DATABASE_URL\.$/)
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('17\n')
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
})

test('files that are no database are left alone', async () => {
  const data = join(network.dataDir, 'postgres')
  mkdirSync(data)
  writeFileSync(join(data, 'letter.txt'), 'dear reader')
  const { code, stderr } = await network.startInVain()
  expect(code).toBe(1)
  expect(stderr).toMatch(/holds files but no PostgreSQL data/)
  expect(readdirSync(data)).toEqual(['letter.txt'])
})

test('a database that cannot be reached is named, and nothing embedded starts', async () => {
  const { code, stderr } = await network.startInVain({ DATABASE_URL: 'postgres://nobody@database.invalid/none' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database does not answer: .*database\.invalid/)
  expect(holdsAny(network.dataDir, ['postgres', 'postgres.log'])).toBe(false)
})

test('a second start on the same data is refused and harms nobody', async () => {
  await network.start()
  const pid = network.postgresPid
  expect(pid).toBeGreaterThan(0)
  const { code, stderr } = await network.startInVain({ PORT: String(await findFreePort()) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Tandem already runs on the data in .* \(process \d+, http:.*\)\. Stop it first/)
  expect(network.postgresPid).toBe(pid)
  expect(await network.isReady()).toBe(true)
})
