import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { listMemberships } from '#domains/people/teams/queries.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser } from '#test/support/network-fixtures.ts'
import {
  createAdvertiser,
  createPostbackSecret,
  endExpiredSecrets,
  declareDomain,
  removeDomain,
  revokePostbackSecret,
  setRegions,
  updateAdvertiser,
} from './commands.ts'
import { getAdvertiser, listDomains, listLinkableHosts, listSecrets, listValidSecrets } from './queries.ts'

const database = await openTestDatabase()
let ctx: Ctx

beforeAll(async () => {
  ctx = testContext(database.db)
})
const listAuditActions = async (advertiserId: bigint) => {
  const target = `advertiser:${advertiserId}`
  const lines = await ctx.db
    .selectFrom('auditLine')
    .select('action')
    .where('target', '=', target)
    .orderBy('id')
    .execute()
  return lines.map(({ action }) => action)
}

describe('an advertiser', () => {
  const website = 'https://shop.example.com/'

  test('is active from the start and belongs to one account', async () => {
    const { accountId, email } = await makeAccount(ctx, 'advertiser')
    const { advertiserId } = await createAdvertiser(ctx, { name: 'Shop', website, accountId })
    expect(await getAdvertiser(ctx.db, { advertiserId })).toMatchObject({ status: 'active', accountEmail: email })
    expect(await listMemberships(ctx.db, { accountId })).toEqual([{ advertiserId, teamRole: 'owner' }])
    await expect(createAdvertiser(ctx, { name: 'Other', website, accountId })).rejects.toThrow(
      'advertiser.account_taken',
    )
  })

  test('is not given to an account of another role', async () => {
    const { accountId, email } = await makeAccount(ctx, 'publisher')
    await expect(createAdvertiser(ctx, { name: 'Shop', website, accountId })).rejects.toThrow(
      'advertiser.account_unknown',
    )
    const { advertiserId } = await makeAdvertiser(ctx)
    const change = { advertiserId, name: 'Shop', website, status: 'active', accountEmail: email } as const
    await expect(updateAdvertiser(ctx, change)).rejects.toThrow('advertiser.account_unknown')
  })

  test('can be paused, renamed and connected to another account', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { email } = await makeAccount(ctx, 'advertiser')
    await updateAdvertiser(ctx, { advertiserId, name: 'New', website, status: 'paused', accountEmail: email })
    expect(await getAdvertiser(ctx.db, { advertiserId })).toMatchObject({
      name: 'New',
      status: 'paused',
      accountEmail: email,
    })
    await updateAdvertiser(ctx, { advertiserId, name: 'New', website, status: 'active' })
    expect(await getAdvertiser(ctx.db, { advertiserId })).toMatchObject({ status: 'active', accountEmail: email })
    await updateAdvertiser(ctx, { advertiserId, name: 'New', website, status: 'active', accountEmail: '' })
    expect(await getAdvertiser(ctx.db, { advertiserId })).toMatchObject({ accountEmail: null })
    expect(await listAuditActions(advertiserId)).toEqual(['advertiser.create', ...Array(3).fill('advertiser.update')])
  })
})

describe('a domain', () => {
  test('is declared with its regions, in its ASCII form', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const regions = [
      { code: 'US', commissionText: '6%' },
      { code: 'GLOBAL', commissionText: '' },
    ]
    const { domainId, host } = await declareDomain(ctx, { advertiserId, host: 'Käse.example', regions })
    expect(host).toBe('xn--kse-qla.example')
    const seen = [
      { code: 'GLOBAL', text: '' },
      { code: 'US', text: '6%' },
    ]
    expect(await listDomains(ctx.db, { advertiserId })).toEqual([{ id: domainId, host, regions: seen }])
    await setRegions(ctx, { advertiserId, domainId, regions: [{ code: 'FR', commissionText: '7%' }] })
    expect(await listDomains(ctx.db, { advertiserId })).toMatchObject([{ regions: [{ code: 'FR', text: '7%' }] }])
  })

  test('belongs to one advertiser, even when two declare it at once', async () => {
    const [one, other] = await Promise.all([makeAdvertiser(ctx), makeAdvertiser(ctx)])
    const results = await Promise.allSettled([
      declareDomain(ctx, { advertiserId: one.advertiserId, host: 'both.example' }),
      declareDomain(ctx, { advertiserId: other.advertiserId, host: 'BOTH.example' }),
    ])
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({ details: expect.objectContaining({ code: 'advertiser.hostname_taken' }) }),
      }),
    ])
  })

  test('is declared for one port, and each port belongs to one advertiser', async () => {
    const [one, other] = await Promise.all([makeAdvertiser(ctx), makeAdvertiser(ctx)])
    const declare = ({ advertiserId }: { advertiserId: bigint }, host: string) =>
      declareDomain(ctx, { advertiserId, host })
    expect(await declare(one, 'ports.example:443')).toMatchObject({ host: 'ports.example' })
    expect(await declare(other, 'Ports.example:8443')).toMatchObject({ host: 'ports.example:8443' })
    await expect(declare(other, 'ports.example:80')).rejects.toThrow('advertiser.hostname_taken')
    await expect(declare(one, 'ports.example:8443')).rejects.toThrow('advertiser.hostname_taken')
    await expect(declare(one, 'ports.example:0')).rejects.toThrow('advertiser.hostname')
    await declare(one, 'www.ports.example:8443')
    const linkable = async ({ advertiserId }: { advertiserId: bigint }) =>
      [...(await listLinkableHosts(ctx.db, { advertiserId }))].toSorted()
    expect(await linkable(one)).toEqual(['ports.example', 'www.ports.example', 'www.ports.example:8443'])
    expect(await linkable(other)).toEqual(['ports.example:8443'])
    expect(await linkable(await makeAdvertiser(ctx))).toEqual([])
  })

  test('may be a local host name only where that is allowed', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    await expect(declareDomain(ctx, { advertiserId, host: 'localhost' })).rejects.toThrow('advertiser.hostname')
    await declareDomain(ctx, { advertiserId, host: 'localhost', isLocalAllowed: true })
    await expect(declareDomain(ctx, { advertiserId, host: '10.0.0.1', isLocalAllowed: true })).rejects.toThrow(
      'advertiser.hostname',
    )
  })

  test('accepts only listed regions, each once, and is not stored when one is invalid', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const declare = (...codes: string[]) =>
      declareDomain(ctx, {
        advertiserId,
        host: 'regions.example',
        regions: codes.map((code) => ({ code, commissionText: '' })),
      })
    await expect(declare('US', 'ZZ')).rejects.toThrow('advertiser.region')
    await expect(declare('US', 'US')).rejects.toThrow('advertiser.region_twice')
    expect(await listDomains(ctx.db, { advertiserId })).toEqual([])
  })

  test('can be declared again after its removal, and another advertiser cannot remove it', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const foreign = await makeAdvertiser(ctx)
    const { domainId } = await declareDomain(ctx, {
      advertiserId,
      host: 'moving.example',
      regions: [{ code: 'US', commissionText: '' }],
    })
    const taking = { advertiserId: foreign.advertiserId, domainId }
    await expect(removeDomain(ctx, taking)).rejects.toThrow('not_found')
    await expect(setRegions(ctx, { ...taking, regions: [] })).rejects.toThrow('not_found')
    await removeDomain(ctx, { advertiserId, domainId })
    await declareDomain(ctx, { advertiserId: foreign.advertiserId, host: 'moving.example' })
    expect(await listAuditActions(advertiserId)).toEqual(['advertiser.create', 'domain.declare', 'domain.remove'])
  })

  test('of an unknown advertiser is not found', async () => {
    await expect(declareDomain(ctx, { advertiserId: 999_999n, host: 'x.example' })).rejects.toThrow('not_found')
  })
})

describe('a postback secret', () => {
  test('stays valid beside its successor, and the last valid one cannot be revoked', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const first = await createPostbackSecret(ctx, { advertiserId })
    await expect(revokePostbackSecret(ctx, { advertiserId, secretId: first.secretId })).rejects.toThrow('last_secret')
    const second = await createPostbackSecret(ctx, { advertiserId })
    expect(first.token).toMatch(/^[\w-]{43}$/)
    expect(await listValidSecrets(ctx.db, { advertiserId })).toMatchObject([
      { id: second.secretId, hint: `…${second.token.slice(-6)}` },
      { id: first.secretId },
    ])
    await revokePostbackSecret(ctx, { advertiserId, secretId: first.secretId })
    expect(await listValidSecrets(ctx.db, { advertiserId })).toMatchObject([{ id: second.secretId }])
    expect(await listSecrets(ctx.db, { advertiserId })).toHaveLength(2)
    const rows = await ctx.db
      .selectFrom('postbackSecret')
      .selectAll()
      .where('advertiserId', '=', advertiserId)
      .execute()
    expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain(second.token.slice(0, -6))
    await expect(revokePostbackSecret(ctx, { advertiserId, secretId: first.secretId })).rejects.toThrow('not_found')
  })

  test('of one kind does not end or replace one of the other', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const [pixel, server] = [
      await createPostbackSecret(ctx, { advertiserId, kind: 'pixel' }),
      await createPostbackSecret(ctx, { advertiserId, kind: 'server' }),
    ]
    expect(server.previousUntil).toBeNull()
    const next = await createPostbackSecret(ctx, { advertiserId, kind: 'pixel' })
    await createPostbackSecret(ctx, { advertiserId, kind: 'server' })
    expect(next.previousUntil).not.toBeNull()
    const createThird = () => createPostbackSecret(ctx, { advertiserId, kind: 'pixel' })
    await expect(createThird()).rejects.toThrow('too_many_secrets')
    await revokePostbackSecret(ctx, { advertiserId, secretId: next.secretId })
    await revokePostbackSecret(ctx, { advertiserId, secretId: pixel.secretId })
    expect(await listValidSecrets(ctx.db, { advertiserId, kind: 'pixel' })).toEqual([])
    const left = await listValidSecrets(ctx.db, { advertiserId })
    expect(left).toMatchObject([
      { kind: 'server', expiresAt: null },
      { kind: 'server', expiresAt: expect.any(Date) },
    ])
  })

  test('is one of at most two, even when several are created at once', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => createPostbackSecret(ctx, { advertiserId })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const valid = await listValidSecrets(ctx.db, { advertiserId })
    const revoked = await Promise.allSettled(
      valid.map(({ id }) => revokePostbackSecret(ctx, { advertiserId, secretId: id })),
    )
    expect(revoked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends a week after its successor was made', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const first = await createPostbackSecret(ctx, { advertiserId })
    expect(first.previousUntil).toBeNull()
    const second = await createPostbackSecret(ctx, { advertiserId })
    const inDays = (days: number) => testContext(ctx.db, 'test', new Date(ctx.now.getTime() + days * 86_400_000))
    expect(second.previousUntil).toEqual(inDays(7).now)
    await endExpiredSecrets(inDays(6.9))
    expect(await listValidSecrets(ctx.db, { advertiserId })).toHaveLength(2)
    await endExpiredSecrets(inDays(7))
    expect(await listValidSecrets(ctx.db, { advertiserId })).toMatchObject([{ id: second.secretId, expiresAt: null }])
  })

  test('does not end any more when its successor is revoked', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const first = await createPostbackSecret(ctx, { advertiserId })
    const second = await createPostbackSecret(ctx, { advertiserId })
    await revokePostbackSecret(ctx, { advertiserId, secretId: second.secretId })
    expect(await listValidSecrets(ctx.db, { advertiserId })).toMatchObject([{ id: first.secretId, expiresAt: null }])
  })

  test('of another advertiser is unknown', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const foreign = await makeAdvertiser(ctx)
    const { secretId } = await createPostbackSecret(ctx, { advertiserId })
    await createPostbackSecret(ctx, { advertiserId })
    const revoking = revokePostbackSecret(ctx, { advertiserId: foreign.advertiserId, secretId })
    await expect(revoking).rejects.toThrow('not_found')
  })

  test('is not written into the audit lines', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { token } = await createPostbackSecret(ctx, { advertiserId })
    const lines = await ctx.db.selectFrom('auditLine').select('details').execute()
    expect(JSON.stringify(lines)).not.toContain(token)
  })
})
