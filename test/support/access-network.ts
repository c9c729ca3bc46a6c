import { sql } from 'kysely'
import { composeRoutes } from '#app/endpoints.ts'
import type { Db } from '#database'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { createKey } from '#domains/people/api-keys/commands/create-key.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { TEAM_ROLES } from '#kernel/actor.ts'
import { ADVERTISER_SCOPES, KEY_SCOPES } from '#kernel/key-scopes.ts'
import type { AccountActor, TeamRole } from '#kernel/actor.ts'
import type { KeyScope } from '#kernel/key-scopes.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { readConfig } from '#platform/server/config.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from './context.ts'
import { createTestDatabase } from './database.ts'
import {
  makeAccount,
  makeAdvertiser,
  makeMember,
  makeProgram,
  makePublisher,
  makeSubAccount,
} from './network-fixtures.ts'
import { createOrderFixtures } from './order-fixtures.ts'
import { createTestSealing, loadTestSecrets } from './sealing.ts'
import { createTestServer } from './test-server.ts'
import type { TestRequest } from './test-server.ts'

/**
 * Who sends a request: a visitor, a member of the team of the advertiser, who is its owner, an account, or a program
 * with an API key of the publisher or of the advertiser.
 */
export type Caller =
  | 'visitor'
  | 'publisher'
  | 'read-only sub-account'
  | 'full sub-account'
  | 'another publisher'
  | 'closed publisher'
  | 'advertiser'
  | 'another advertiser'
  | Exclude<TeamRole, 'owner'>
  | 'operator'
  | 'sub-account of the first site'
  | `key:${KeyScope}`

/** The network that `openAccessNetwork` opens. */
export type AccessNetwork = Awaited<ReturnType<typeof openAccessNetwork>>

/**
 * Opens a server with all routes, and a network in which each caller exists. The publisher has two sites; its
 * sub-accounts belong to the second site, except the one of the first. The advertiser has a programme and a domain.
 */
export async function openAccessNetwork() {
  const database = await createTestDatabase()
  const { db } = database
  const ctx = testContext(db)
  const secrets = await loadTestSecrets(db)
  const sealing = await createTestSealing(db)
  // No name has an address, so that no test waits for name servers.
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => [], resolveTxt: async () => [] })
  const routes = composeRoutes(readConfig({}), { secrets, sealing, findCountry: () => null, outbound })
  const server = await createTestServer(db, routes)
  const fixtures = await createOrderFixtures(db, secrets.clickToken)
  const { publisherId } = fixtures
  const { key: siteKey } = await db
    .selectFrom('site')
    .select('key')
    .where('id', '=', fixtures.siteId)
    .executeTakeFirstOrThrow()
  const { key: otherSiteKey } = await createSite(ctx, { publisherId, name: 'Other', url: 'https://other.example' })
  const callers = await makeCallers(ctx, { publisherId, siteKey, otherSiteKey })
  const keys = await makeKeys(ctx, { publisherId, advertiser: callers.advertiser })

  /** Sends a request; `address` is its method and its path. */
  function send(address: string, caller: Caller, request: TestRequest = {}) {
    const [method, url = ''] = address.split(' ')
    const [as, key] = [callers[caller], keys[caller]]
    const headers = key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }
    const session = { sessionId: as?.accountId, passwordVerifiedAt: new Date() }
    const options = { ...request, ...headers, ...(as ? { as: { ...as, ...session } } : {}) }
    return method === 'GET' ? server.get(url, options) : server.post(url, options)
  }

  return {
    ctx,
    fixtures,
    routes,
    callers,
    siteKey,
    otherSiteKey,
    send,
    /** Reads all that is stored, except the counters of rate limits, as one text. */
    readState: () => readState(database.ownerDb, ['rate_window']),
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}

async function makeCallers(ctx: Ctx, own: { publisherId: bigint; siteKey: string; otherSiteKey: string }) {
  const { publisherId, siteKey, otherSiteKey } = own
  const owner = await ctx.db
    .selectFrom('publisher')
    .innerJoin('account', 'account.id', 'publisher.accountId')
    .select(['account.id as accountId', 'account.email', 'account.displayName'])
    .where('publisher.id', '=', publisherId)
    .executeTakeFirstOrThrow()
  const { advertiser, advertiserId } = await makeProgram(ctx, { joinMode: 'auto' })
  await declareDomain(ctx, { advertiserId, host: 'shop.example.com' })
  const bound = (key: string, access: 'full' | 'read_only') =>
    makeSubAccount(ctx, { publisherId, siteKey: key, access })
  const callers: Partial<Record<Caller, AccountActor>> = {
    publisher: { kind: 'account', role: 'publisher', ...owner, publisherId },
    'read-only sub-account': await bound(otherSiteKey, 'read_only'),
    'full sub-account': await bound(otherSiteKey, 'full'),
    'sub-account of the first site': await bound(siteKey, 'full'),
    'another publisher': await makePublisher(ctx),
    'closed publisher': { ...(await makePublisher(ctx)), isClosed: true },
    advertiser: { ...advertiser, advertiserId },
    ...(await makeMembers(ctx, advertiserId)),
    'another advertiser': await makeAdvertiser(ctx),
    operator: await makeAccount(ctx, 'operator'),
  }
  return callers
}

async function makeMembers(ctx: Ctx, advertiserId: bigint): Promise<Partial<Record<Caller, AccountActor>>> {
  const made = TEAM_ROLES.filter((role) => role !== 'owner').map(async (role) => {
    return [role, await makeMember(ctx, { advertiserId, role })] as const
  })
  return Object.fromEntries(await Promise.all(made))
}

async function makeKeys(
  ctx: Ctx,
  { publisherId, advertiser }: { publisherId: bigint; advertiser: AccountActor | undefined },
): Promise<Partial<Record<Caller, string>>> {
  const ofAdvertiser: readonly string[] = ADVERTISER_SCOPES
  const made = KEY_SCOPES.map(async (scope) => {
    const owner = ofAdvertiser.includes(scope) ? { advertiserId: advertiser?.advertiserId ?? 0n } : { publisherId }
    const { text } = await createKey(advertiser ? { ...ctx, actor: advertiser } : ctx, {
      ...owner,
      name: scope,
      scopes: [scope],
    })
    return [`key:${scope}`, text] as const
  })
  return Object.fromEntries(await Promise.all(made))
}

/** Reads all tables but those of `except` as one text. */
export async function readState(db: Db, except: readonly string[]): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> ALL (${except})`.execute(db)
  const states = tables.map(
    ({ name }) => sql`SELECT concat_ws(E'\\n', ${name}::text, string_agg(t::text, E'\\n' ORDER BY t::text)) AS state
      FROM ${sql.table(name)} AS t`,
  )
  const { rows } = await sql<{ state: string }>`${sql.join(states, sql` UNION ALL `)} ORDER BY state`.execute(db)
  return rows.map(({ state }) => state).join('\n')
}

/** Names an endpoint: `GET /api/v1/legal/:document`, with its selector. */
export function getName({ method, path, selector }: Endpoint): string {
  return `${method} ${path}${selector ? `?${selector.name}=${selector.value}` : ''}`
}
