import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEALED_TOTP_SECRET } from '#domains/people/accounts/commands/totp.ts'
import { beginTwoStep } from '#domains/people/accounts/commands/two-step.ts'
import { findAccountByEmail, findTotp } from '#domains/people/accounts/queries.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { testContext } from '#test/support/context.ts'
import { TestNetwork, buildSite, findFreePort, kill } from '#test/support/network.ts'

let network: TestNetwork
/** A secret that the network seals. */
let totp: { accountId: bigint; secret: string }

const keySource = () => ({ secretKeys: undefined, dataDir: network.dataDir })
const openSealing = () => new Sealing(readKeys(keySource()))

beforeAll(async () => {
  network = new TestNetwork(await findFreePort())
  buildSite()
})

afterAll(() => network.remove())

describe('commands', () => {
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
    const operator = await findAccountByEmail(db, 'somebody@example.com')
    const owner = { accountId: operator?.id ?? 0n, sealing: openSealing() }
    totp = { accountId: owner.accountId, ...(await beginTwoStep(testContext(db), owner)) }
    await db.destroy()
    const { stderr } = await network.command('rotate-key')
    expect(stderr).toBe('Stop the network first: its processes know only the present key.')
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

  test('seal every value with a new key; a start that has only the old one is refused', async () => {
    const file = join(network.dataDir, 'secret.key')
    const [oldKey, [old]] = [readFileSync(file), readKeys(keySource())]
    const { code, stdout } = await network.command('rotate-key')
    const [, keyId] = /^\d+ values are sealed with the key ([0-9a-f]{16}) now\.$/.exec(stdout) ?? []
    expect(code).toBe(0)
    expect(readKeys(keySource()).map(({ id }) => id)).toEqual([keyId])
    expect(keyId).not.toBe(old?.id)
    const newKey = readFileSync(file)
    writeFileSync(file, oldKey)
    const refused = await network.startUntilExit()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe(
      `The database is sealed with the secret key ${keyId}, which ${file} does not hold. ` +
        'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to that key.',
    )
    writeFileSync(file, newKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('find a balance that was changed by hand', async () => {
    const right = await network.command('check-ledger')
    expect(right).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The ledger is right\./) })
    const { primary } = await network.start()
    const db = network.connect()
    const place = { column: SEALED_TOTP_SECRET, row: String(totp.accountId) }
    const { sealedSecret } = (await findTotp(db, totp.accountId)) ?? {}
    expect(
      openSealing()
        .open(place, sealedSecret ?? Buffer.alloc(0))
        .toString(),
    ).toBe(totp.secret)
    await sql`INSERT INTO balance VALUES (1, 'publisher_confirmed', 'USD', 1)`.execute(db)
    await db.destroy()
    const { code, stdout } = await network.command('check-ledger')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^balance publisher_confirmed of publisher 1 in USD: expected 0, found 1\n1 difference\./)
    expect((await network.command('rebuild-rollups')).stdout).toMatch(/The roll-ups of \d days are rebuilt\.$/)
    expect(await network.command('check-rollups')).toMatchObject({ code: 0, stdout: 'The roll-ups are right.' })
    await kill(primary, 'SIGTERM')
  })

  test('list the known commands when the command is unknown', async () => {
    expect(await network.command('frobnicate')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown command "frobnicate"\..*start/),
    })
  })
})
