import { randomBytes } from 'node:crypto'
import { invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { refuseDuplicate } from '#platform/server/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/notify.ts'
import { parseSiteUrl, siteKeyFrom } from './rules.ts'

/** Creates the publisher of an approved publisher account; an account has one publisher. */
export function createPublisher(ctx: Ctx, { accountId, name }: { accountId: bigint; name: string }) {
  return inTransaction(ctx, async (tx) => {
    const account = await tx.db
      .selectFrom('accountSummary')
      .select('role')
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (account?.role !== 'publisher') throw invalidField('account_id', { code: 'publisher.account_role' })
    const { id } = await refuseDuplicate(
      tx.db
        .insertInto('publisher')
        .values({ accountId, name, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { publisher_account_id_key: invalidField('account_id', { code: 'publisher.account_taken' }, 'taken') },
    )
    await announceCatalogChange(tx)
    await audit(tx, { action: 'publisher.create', target: `publisher:${id}`, details: { name } })
    return { publisherId: id }
  })
}

/** Adds a site to a publisher and gives it its key, which never changes. */
export function createSite(ctx: Ctx, input: { publisherId: bigint; name: string; url: string }) {
  const { publisherId, name } = input
  const url = parseUrl(input.url)
  return inTransaction(ctx, async (tx) => {
    const key = randomKey()
    const { id } = await tx.db
      .insertInto('site')
      .values({ publisherId, key, name, url, createdAt: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceCatalogChange(tx)
    await audit(tx, { action: 'site.create', target: `site:${id}`, details: { publisherId, key, name, url } })
    return { siteId: id, key }
  })
}

/** Changes name and address of a publisher's own site. Another publisher's key is refused like an unknown one. */
export function updateSite(ctx: Ctx, input: { publisherId: bigint; key: string; name: string; url: string }) {
  const { name } = input
  const url = parseUrl(input.url)
  return inTransaction(ctx, async (tx) => {
    const id = await changeSite(tx, input, { name, url })
    await audit(tx, { action: 'site.update', target: `site:${id}`, details: { name, url } })
  })
}

/** Activates or deactivates a site. The links of an inactive site still redirect, but earn nothing. */
export function setSiteActive(ctx: Ctx, input: { publisherId: bigint; key: string; isActive: boolean }) {
  const { isActive } = input
  return inTransaction(ctx, async (tx) => {
    const id = await changeSite(tx, input, { isActive })
    await audit(tx, { action: isActive ? 'site.activate' : 'site.deactivate', target: `site:${id}` })
  })
}

/** Records that an installation check found the tracking script on a publisher's own site. */
export function recordScriptFound(ctx: Ctx, site: { publisherId: bigint; key: string }) {
  return inTransaction(ctx, async (tx) => {
    const id = await changeSite(tx, site, { scriptFoundAt: tx.now })
    await audit(tx, { action: 'site.script_found', target: `site:${id}` })
  })
}

type SiteChange = { name: string; url: string } | { isActive: boolean } | { scriptFoundAt: Date }

async function changeSite(tx: Ctx, site: { publisherId: bigint; key: string }, change: SiteChange): Promise<bigint> {
  const row = await tx.db
    .updateTable('site')
    .set(change)
    .where('publisherId', '=', site.publisherId)
    .where('key', '=', site.key)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw notFound()
  await announceCatalogChange(tx)
  return row.id
}

function parseUrl(text: string): string {
  const url = parseSiteUrl(text)
  if (url !== undefined) return url
  throw invalidField('site_url', { code: 'signup.29' }, 'account.57')
}

function randomKey(): string {
  for (;;) {
    const key = siteKeyFrom(randomBytes(32))
    if (key !== undefined) return key
  }
}
