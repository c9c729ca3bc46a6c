import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTeamAct } from '#kernel/access.ts'
import type { Access, TeamAccess, TeamAct } from '#kernel/access.ts'
import { KEY_SCOPES } from '#kernel/key-scopes.ts'
import type { Encoding } from '#kernel/endpoint.ts'
import { getName, openAccessNetwork } from './support/access-network.ts'
import type { AccessNetwork, Caller } from './support/access-network.ts'
import { endpointsByAccess } from './support/access-table.ts'
import type { TestRequest } from './support/test-server.ts'

let network: AccessNetwork

beforeAll(async () => {
  network = await openAccessNetwork()
})

afterAll(() => network.close())

const ACCOUNTS: Caller[] = [
  'publisher',
  'read-only sub-account',
  'full sub-account',
  'another publisher',
  'closed publisher',
  'advertiser',
  'manager',
  'validator',
  'finance',
  'developer',
  'viewer',
  'agency',
  'operator',
]
const KEYS = KEY_SCOPES.map((scope) => `key:${scope}` as const)
const ALL: Caller[] = ['visitor', ...ACCOUNTS, ...KEYS]

/** Who does what in the team of an advertiser; `advertiser` is the owner. */
const TEAM = {
  see: ['advertiser', 'manager', 'validator', 'finance', 'developer', 'viewer', 'agency'],
  see_money: ['advertiser', 'manager', 'finance', 'viewer'],
  note: ['advertiser', 'manager', 'validator', 'finance', 'developer', 'agency'],
  decide: ['advertiser', 'manager', 'validator', 'agency'],
  run_programme: ['advertiser', 'manager', 'agency'],
  set_company: ['advertiser', 'manager'],
  set_terms: ['advertiser', 'manager'],
  promote: ['advertiser', 'manager', 'agency'],
  integrate: ['advertiser', 'manager', 'developer'],
  manage_keys: ['advertiser', 'developer'],
  pin_views: ['advertiser', 'manager'],
  manage_team: ['advertiser'],
  close_programme: ['advertiser'],
} satisfies Record<TeamAct, readonly Caller[]>

/** Who may call what. */
const admittedElsewhere: Record<Exclude<Access, TeamAccess>, readonly Caller[]> = {
  public: ALL,
  'signed-in': ACCOUNTS,
  'every-role': ACCOUNTS.filter((caller) => caller !== 'closed publisher'),
  publisher: ['publisher', 'another publisher'],
  'publisher-closed': ['publisher', 'another publisher', 'closed publisher'],
  'publisher-full': ['publisher', 'another publisher', 'full sub-account'],
  'publisher-read': ['publisher', 'another publisher', 'full sub-account', 'read-only sub-account'],
  operator: ['operator'],
  'key:read_transactions': ['key:read_transactions'],
  'key:read_directory': ['key:read_directory'],
  'key:make_links': ['key:make_links'],
  'key:decide_orders': ['key:decide_orders'],
  'key:read_program': ['key:read_program'],
  'key:read_invoices': ['key:read_invoices'],
}

function getAdmitted(access: Access): readonly Caller[] {
  const act = getTeamAct(access)
  if (act === undefined) return admittedElsewhere[access as Exclude<Access, TeamAccess>]
  return access.startsWith('advertiser-operator:') ? [...TEAM[act], 'operator'] : TEAM[act]
}

const isOfPublishers = (access: Access) => getAdmitted(access).includes('publisher')

/** The answer to everyone else. An API key opens no call of the pages, and a session no call for programs. */
function getRefusal(access: Access, caller: Caller) {
  const isKey = caller.startsWith('key:')
  if (access.startsWith('key:')) {
    return isKey ? { status: 403, code: 'key.scope' } : { status: 401, code: 'key.missing' }
  }
  if (getTeamAct(access) !== undefined && TEAM.see.some((member) => member === caller)) {
    return { status: 403, code: 'team.role' }
  }
  return caller === 'visitor' || isKey
    ? { status: 401, code: 'sign_in_required' }
    : { status: 403, code: caller === 'closed publisher' && isOfPublishers(access) ? 'account.closed' : 'not_allowed' }
}

test('every call of a brand names the act that a role must include', () => {
  const ofAdvertisers = network.routes.filter(({ endpoint }) => endpoint.path.startsWith('/api/v1/brand'))
  expect(ofAdvertisers.filter(({ endpoint }) => getTeamAct(endpoint.access) === undefined)).toEqual([])
})

test('the table names every endpoint once', () => {
  const named = Object.values(endpointsByAccess).flat()
  expect(named.toSorted()).toEqual(network.routes.map(({ endpoint }) => getName(endpoint)).toSorted())
})

const table = (Object.entries(endpointsByAccess) as [Access, readonly string[]][]).flatMap(([access, names]) =>
  names.map((name) => [name, access] as const),
)

test.each(table)('%s is %s', async (name, access) => {
  const answers: Record<string, unknown> = {}
  for (const caller of ALL) answers[caller] = await tryCall(name, caller)
  const expected = ALL.map((caller) => {
    return [caller, getAdmitted(access).includes(caller) ? 'admitted' : getRefusal(access, caller)]
  })
  expect(answers).toEqual(Object.fromEntries(expected))
})

/** Calls an endpoint with unknown ids and without a body. An admitted caller gets its answer or another refusal. */
async function tryCall(name: string, caller: Caller) {
  const [method, path = ''] = name.split(' ')
  const url = path.replaceAll(/:\w*key/g, 'a'.repeat(16)).replaceAll(/:transaction_id|:\w*uuid/g, crypto.randomUUID())
  const address = `${method} ${url.replaceAll(/:\w+/g, '999999')}`
  const reply = await network.send(address, caller, BODIES[findEncoding(name)])
  const { code } = reply.headers['content-type']?.toString().includes('json') ? reply.json<{ code?: string }>() : {}
  const isRefused = [
    'sign_in_required',
    'not_allowed',
    'account.closed',
    'team.role',
    'key.missing',
    'key.scope',
    'key.wrong',
  ].includes(code ?? '')
  return isRefused ? { status: reply.statusCode, code } : 'admitted'
}

const BODIES: Record<Encoding, TestRequest> = { none: {}, json: {}, form: { form: {} }, file: { file: '' } }

function findEncoding(name: string): Encoding {
  return network.routes.find(({ endpoint }) => getName(endpoint) === name)?.endpoint.encoding ?? 'none'
}
