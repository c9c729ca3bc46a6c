import { argon2Sync, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { findSessionAccount } from '#domains/people/accounts/queries.ts'
import { accountRoutes } from '#domains/people/accounts/routes/account-routes.ts'
import type { ReviewStatus } from '#domains/people/accounts/contract/accounts.ts'
import type { Role } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createServer } from '#platform/server/http/server.ts'
import { branding, testContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTestSealing, loadTestSecrets } from './sealing.ts'

/** The password of the accounts that these tests make. */
export const PASSWORD = 'correct-horse'

/** A hash of `PASSWORD` at the lowest cost, so that logins of tests take no time. A hash names its own cost. */
const CHEAP_HASH = hashCheaply(PASSWORD)

function hashCheaply(message: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(tag)}`
}

/** The properties of an account that a test may choose. */
export interface AccountOptions {
  role?: Role
  reviewStatus?: ReviewStatus
  /** Hashes the password at the cost of the product, for a test of that cost. */
  isHashedInFull?: boolean
}

/** A request to the server under test. */
export interface Post {
  body?: object
  headers?: Record<string, string>
  /** The visitor's IP address; a new one by default, so that requests share no rate limit. */
  ip?: string
}

/** A server with the routes of accounts on a database of its own. */
export class AccountsFixtures {
  readonly database: TestDatabase
  readonly server: FastifyInstance
  readonly #clock: { now: Date }
  #ips = 0

  private constructor(database: TestDatabase, server: FastifyInstance, clock: { now: Date }) {
    this.database = database
    this.server = server
    this.#clock = clock
  }

  /** `mailboxToken` opens the mailbox; without it there is none. */
  static async create({ mailboxToken }: { mailboxToken?: string } = {}): Promise<AccountsFixtures> {
    const database = await createTestDatabase()
    const secrets = await loadTestSecrets(database.db)
    const sealing = await createTestSealing(database.db)
    const clock = { now: new Date() }
    const server = await createServer({
      db: database.db,
      branding,
      secrets,
      trackingOrigin: branding.publicUrl,
      clock: () => clock.now,
      resolveActor: async (ctx, token) => {
        const account = await findSessionAccount(ctx, token)
        return account ? { kind: 'account', ...account } : VISITOR
      },
      logger: pino({ level: 'silent' }),
      trustProxy: 'loopback',
      routes: accountRoutes({
        sealing,
        findCountry: (ipPrefix) => (ipPrefix.startsWith('203.0.113.') ? 'DE' : null),
        addressKey: secrets.addresses,
        mailboxToken,
      }),
      isReady: () => Promise.resolve(true),
      metrics: () => Promise.resolve(''),
    })
    return new AccountsFixtures(database, server, clock)
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.database.close()
  }

  /** The time of every request. It stands still, so that no wait, window or code ends because a machine is slow. */
  get now(): Date {
    return this.#clock.now
  }

  system(now = this.now): Ctx {
    return testContext(this.database.db, 'test', now)
  }

  async makeAccount(options: AccountOptions = {}) {
    const { role = 'publisher', reviewStatus = 'approved', isHashedInFull = false } = options
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const password = isHashedInFull ? { password: PASSWORD } : {}
    const account = await createAccount(this.system(), { email, role, displayName: 'Ada', reviewStatus, ...password })
    if (!isHashedInFull) {
      const hashed = this.database.db.updateTable('account').set({ passwordHash: CHEAP_HASH })
      await hashed.where('id', '=', account.accountId).execute()
    }
    return { email, ...account }
  }

  nextIp(): string {
    const number = ++this.#ips
    return `10.0.${number >> 8}.${number & 255}`
  }

  post(url: string, { body, headers = {}, ip = this.nextIp() }: Post = {}) {
    return this.server.inject({
      method: 'POST',
      url,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip, ...headers },
      ...(body ? { payload: body } : {}),
    })
  }

  login(account: { email: string; password?: string; type?: string }, more: Post = {}) {
    const { email, password = PASSWORD, type = 'creator' } = account
    return this.post('/account/api/login', { body: { email, password, type }, ...more })
  }

  /** Logs in; returns the session's token and the header that carries it. */
  async signIn(email: string): Promise<{ token: string; headers: Record<string, string> }> {
    const [cookie] = (await this.login({ email })).cookies
    const token = cookie?.value ?? ''
    return { token, headers: { cookie: `tandem_session=${token}` } }
  }

  findSession(token: string, now?: Date) {
    return findSessionAccount(this.system(now), token)
  }

  mailsTo(email: string) {
    return this.database.db.selectFrom('mail').selectAll().where('toAddress', '=', email).orderBy('id').execute()
  }

  /** Reads the token of the link in the newest mail to this address. */
  async lastLink(email: string): Promise<string> {
    const mail = (await this.mailsTo(email)).at(-1)
    return /\/reset-password\/([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? ''
  }
}
