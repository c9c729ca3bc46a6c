import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestNetwork, buildSite, findFreePort, holdsAny } from '#test/support/network.ts'

let network: TestNetwork

beforeAll(buildSite)

beforeEach(async () => {
  network = new TestNetwork(await findFreePort())
})

afterEach(() => network.remove())

test('refuses an invalid value and names the variable', async () => {
  const { code, stderr } = await network.startUntilExit({ WORKERS: 'many' })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'WORKERS must be a whole number from 1 to 128.' })
})

test('refuses a taken port before it creates anything', async () => {
  const other = createServer().listen(network.port, '127.0.0.1')
  try {
    const { code, stderr } = await network.startUntilExit()
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${network.port} is taken by another program. Set PORT to a free one.`)
    expect(readdirSync(network.dataDir)).toEqual([])
  } finally {
    other.close()
  }
})

test('refuses a taken port for tracking before it creates anything', async () => {
  const port = await findFreePort()
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const { code, stderr } = await network.startUntilExit({ TRACKING_PORT: String(port) })
    expect(code).toBe(1)
    expect(stderr).toBe(`Port ${port} is taken by another program. Set TRACKING_PORT to a free one.`)
    expect(readdirSync(network.dataDir)).toEqual([])
  } finally {
    other.close()
  }
})

test('refuses strangers while the identity of the network is unset', async () => {
  const { code, stderr } = await network.startUntilExit({ HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^HOST is 0\.0\.0\.0, so strangers can reach this network\. Set BRAND_NAME, .*--allow-demo\.$/)
  expect(readdirSync(network.dataDir)).toEqual([])
})

test('refuses an address that this machine does not have', async () => {
  const { code, stderr } = await network.startUntilExit({ HOST: '192.0.2.1' }, ['--allow-demo'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'HOST is 192.0.2.1, and this machine has no such address.' })
})

test('refuses data of another PostgreSQL version and leaves it unchanged', async () => {
  const data = join(network.dataDir, 'postgres')
  mkdirSync(data, { mode: 0o755 })
  writeFileSync(join(data, 'PG_VERSION'), '17\n')
  const { code, stderr } = await network.startUntilExit()
  expect(code).toBe(1)
  expect(stderr).toMatch(/was made by PostgreSQL 17, and this program brings PostgreSQL 18\..* DATABASE_URL\.$/)
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('17\n')
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
})

test('refuses to restore a backup of the schema before the first release, and creates nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-earlier-'))
  const file = join(folder, 'earlier.backup')
  const header = '{"format":"tandem-backup","version":1}\n'
  const content = `${header}\nsha256 ${createHash('sha256').update(header).digest('hex')}\n`
  writeFileSync(file, content)
  const { code, stderr } = await network.command('restore', file)
  expect(code).toBe(1)
  expect(stderr).toMatch(/ has a schema from before the first release; the last commit that reads it is \w+\.$/)
  expect(readFileSync(file, 'utf8')).toBe(content)
  expect(readdirSync(network.dataDir)).toEqual([])
  rmSync(folder, { recursive: true })
})

test('refuses files that are no database and leaves them unchanged', async () => {
  const data = join(network.dataDir, 'postgres')
  mkdirSync(data)
  writeFileSync(join(data, 'notes.txt'), 'some text')
  const { code, stderr } = await network.startUntilExit()
  expect(code).toBe(1)
  expect(stderr).toMatch(/holds files but no PostgreSQL data/)
  expect(readdirSync(data)).toEqual(['notes.txt'])
})

test('names a DATA_DIR that it cannot use, without a stack', async () => {
  const file = join(network.dataDir, 'file')
  writeFileSync(file, '')
  const { code, stderr } = await network.startUntilExit({ DATA_DIR: join(file, 'data') })
  expect(code).toBe(1)
  expect(stderr).toBe(
    `Tandem cannot use ${join(file, 'data')}: a part of its path is a file. ` +
      'Mend that, or set DATA_DIR to another folder.',
  )
})

test('names a database that does not answer, and starts no embedded one', async () => {
  const { code, stderr } = await network.startUntilExit({ DATABASE_URL: 'postgres://nobody@database.invalid/none' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database does not answer: .*database\.invalid/)
  expect(holdsAny(network.dataDir, ['postgres', 'postgres.log'])).toBe(false)
})

test('refuses a second start on the same data, and the first keeps running', async () => {
  await network.start()
  const pid = network.postgresPid
  expect(pid).toBeGreaterThan(0)
  const { code, stderr } = await network.startUntilExit({ PORT: String(await findFreePort()) })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Tandem already runs on the data in .* \(process \d+, http:.*\)\. Stop it first/)
  expect(network.postgresPid).toBe(pid)
  expect(await network.isReady()).toBe(true)
})
