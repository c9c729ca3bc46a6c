import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestNetwork, buildSite, findFreePort, kill } from '#test/support/network.ts'

let network: TestNetwork

beforeAll(async () => {
  network = new TestNetwork(await findFreePort())
  buildSite()
}, 180_000)

afterAll(() => network.remove())

describe('commands', { timeout: 120_000 }, () => {
  test('work while the network is stopped, and leave no process running', async () => {
    expect((await network.command('migrate')).stdout).toMatch(/^Applied 0001_/)
    expect((await network.command('migrate')).stdout).toBe('The schema is up to date.')
    expect(network.postgresPid).toBe(0)
  })

  test('work on the database of a running network', async () => {
    const { primary } = await network.start()
    const { code, stdout } = await network.command('operator', 'Somebody@Example.com')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^A new operator; choose a password at http:.*\/reset-password\/\S+$/)
    const again = await network.command('operator', 'somebody@example.com')
    expect(again.stdout).toMatch(/^That operator exists; /)
    const db = network.connect()
    const accounts = await db.selectFrom('account').select(['email', 'role']).execute()
    expect(accounts).toEqual([{ email: 'somebody@example.com', role: 'operator' }])
    await db.destroy()
    expect(primary.exitCode).toBe(null)
    expect((await kill(primary, 'SIGTERM')).code).toBe(0)
  })

  test('refuse to create an operator without a valid address', async () => {
    expect(await network.command('operator')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/npm run operator -- EMAIL/),
    })
    expect(await network.command('operator', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/[Ee]mail/),
    })
  })

  test('find a balance that was changed by hand', async () => {
    expect(await network.command('check-ledger')).toMatchObject({ code: 0, stdout: 'The ledger is right.' })
    const { primary } = await network.start()
    const db = network.connect()
    await sql`INSERT INTO balance VALUES (1, 'publisher_payable', 'USD', 1)`.execute(db)
    await db.destroy()
    const { code, stdout } = await network.command('check-ledger')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Balance publisher_payable of publisher 1 is 1 USD/)
    await kill(primary, 'SIGTERM')
  })

  test('list the known commands when the command is unknown', async () => {
    expect(await network.command('frobnicate')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown command "frobnicate"\..*start/),
    })
  })
})
