import { composeRoutes } from '#app/endpoints.ts'
import type { Db } from '#database'
import { changePublisherPasswordCall, verifyPasswordCall } from '#domains/people/accounts/contract/security.ts'
import { loginCall } from '#domains/people/accounts/contract/sign-in.ts'
import { beginSignUpCall } from '#domains/partners/applications/contract/calls.ts'
import { readConfig } from '#platform/server/config.ts'
import { CSRF_FIELD, csrfToken } from '#platform/server/http/csrf.ts'
import { hashPassword } from '#platform/server/secrets/password-hash.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { openSession } from '#test/support/sessions.ts'
import { insertPublishers, openFilledNetwork, p95 } from './support/filled-network.ts'
import type { FilledNetwork } from './support/filled-network.ts'

const ACCOUNTS = 60
const WARM_UP = 10
const BOUND_MS = 150
const PASSWORD = 'bench-pass-1'
const CSRF_COOKIE = 'a-cookie-of-a-visitor-in-a-bench'

interface PasswordCall {
  path: string
  /** The fields of the request of an account. */
  fields: (account: number) => Record<string, string>
  encoding: 'json' | 'form'
}

const passwords = { password1: PASSWORD, password2: PASSWORD }

/** Every POST of the publisher area that hashes a password. */
const calls: Record<string, PasswordCall> = {
  login: {
    path: loginCall.path,
    fields: (account) => ({ email: `p${account}@example.com`, password: PASSWORD, type: 'creator' }),
    encoding: 'json',
  },
  'verify password': { path: verifyPasswordCall.path, fields: () => ({ password: PASSWORD }), encoding: 'json' },
  'change password': {
    path: changePublisherPasswordCall.path,
    fields: () => ({ password: PASSWORD, ...passwords }),
    encoding: 'form',
  },
  'sign up, step 1': {
    path: beginSignUpCall.path,
    fields: (account) => ({ email: `new-${account}@example.com`, ...passwords }),
    encoding: 'form',
  },
}

async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: ACCOUNTS, sites: 1 })
  await db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .execute()
}

/** Sends the request of an account in a session of its own, because a changed password ends the others. */
async function request(network: FilledNetwork, { path, fields, encoding }: PasswordCall, account: number) {
  const { address, db, secrets } = network
  const token = `session-${account}-${crypto.randomUUID()}`
  await openSession(db, { accountId: BigInt(account), token })
  // All requests come from one address.
  await db.deleteFrom('rateWindow').execute()
  const all = { ...fields(account), [CSRF_FIELD]: csrfToken(secrets.csrf, { csrf: CSRF_COOKIE, session: token }) }
  const headers = { cookie: `tandem_session=${token}; tandem_csrf=${CSRF_COOKIE}`, 'sec-fetch-site': 'same-origin' }
  const startedAt = performance.now()
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    ...(encoding === 'form'
      ? { body: new URLSearchParams(all), headers }
      : { body: JSON.stringify(fields(account)), headers: { ...headers, 'content-type': 'application/json' } }),
  })
  const answer = (await response.json()) as { success?: boolean }
  if (answer.success !== true) throw new Error(`${path} answered ${response.status} ${JSON.stringify(answer)}`)
  return performance.now() - startedAt
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const config = readConfig({})
  const network = await openFilledNetwork(opened, {
    fill,
    routes: (secrets) => composeRoutes(config, { secrets, sealing: new Sealing([]), findCountry: () => null }),
  })
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let index = 0; index < ACCOUNTS; index++) {
      const ms = await request(network, call, index + 1)
      if (index >= WARM_UP) times.push(ms)
    }
    const most = p95(times)
    process.stdout.write(
      `${`password, ${name}`.padEnd(40)} p95 ${most.toFixed(0)} ms   ` +
        `at most ${BOUND_MS} ms: ${most <= BOUND_MS ? 'met' : 'missed'}\n`,
    )
  }
}

await main()
