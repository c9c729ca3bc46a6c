import { randomBytes } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import { createLink } from '#domains/people/accounts/commands/account-links.ts'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import { lockAccount } from '#domains/people/accounts/commands/lock-account.ts'
import { findAccountByEmail, getAccount } from '#domains/people/accounts/queries.ts'
import type { SiteAccess } from '#kernel/actor.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseViolation } from '#platform/server/database/constraints.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { announceCatalogChange, sitesOf } from '#platform/server/database/notify.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import type { Locale } from '#texts/texts.ts'
import { invitationEmail } from '../mails.ts'
import { getProfile, getPublisher, listSites, listSubAccounts } from '../queries.ts'
import { MAX_SUB_ACCOUNTS, readProfileForm, readSiteUrl, siteKeyFrom } from '../rules.ts'
import type { FormEntries } from '../rules.ts'
import type { PublisherProfileTable } from '../tables.ts'

/** What an applicant said about itself. */
export type NewProfile = Omit<Insertable<PublisherProfileTable>, 'id' | 'referralCode'>

/** Creates the publisher of an approved publisher account; an account has one publisher. */
export function createPublisher(ctx: Ctx, input: { accountId: bigint; name: string; profile?: NewProfile }) {
  const { accountId, name, profile = {} } = input
  return inTransaction(ctx, async (tx) => {
    const account = await tx.db
      .selectFrom('accountSummary')
      .select('role')
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (account?.role !== 'publisher') throw invalidField('account_id', { code: 'publisher.account_role' })
    const { id } = await refuseViolation(
      tx.db
        .insertInto('publisher')
        .values({ accountId, name, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { publisher_account_id_key: invalidField('account_id', { code: 'publisher.account_taken' }, 'taken') },
    )
    await tx.db
      .insertInto('publisherProfile')
      .values({ ...profile, id })
      .execute()
    await announceCatalogChange(tx, sitesOf({ publisherId: id }))
    await audit(tx, { action: 'publisher.create', target: `publisher:${id}` })
    return { publisherId: id }
  })
}

/**
 * Saves the parts of a profile that a form contains; see `readProfileForm`. Refuses the first wrong field and changes
 * nothing then.
 */
export function updateProfile(ctx: Ctx, { publisherId, form }: { publisherId: bigint; form: FormEntries }) {
  return inTransaction(ctx, async (tx) => {
    const profile = await getProfile(tx.db, { publisherId, isLocked: true })
    const { email } = await getPublisher(tx.db, { publisherId })
    const change = readProfileForm(form, { profile, fixed: { email, paypal_email: profile.paypalEmail } })
    const fields = Object.keys(change)
    if (fields.length === 0) return
    const values = change as Updateable<PublisherProfileTable>
    await tx.db.updateTable('publisherProfile').set(values).where('id', '=', publisherId).execute()
    await audit(tx, { action: 'publisher.update-profile', target: `publisher:${publisherId}`, details: { fields } })
  })
}

/** Sets the PayPal e-mail inside the caller's transaction, which writes the audit line. */
export async function setPaypalEmail(
  tx: Ctx,
  { publisherId, paypalEmail }: { publisherId: bigint; paypalEmail: string },
) {
  await tx.db.updateTable('publisherProfile').set({ paypalEmail }).where('id', '=', publisherId).execute()
}

/** A site: its countries and categories are empty unless they are given. */
export interface SiteInput {
  publisherId: bigint
  name: string
  url: string
  audienceCountries?: string[]
  contentCategories?: string[]
}

/** Adds a site to a publisher and gives it its key, which never changes. */
export function createSite(ctx: Ctx, input: SiteInput) {
  const { publisherId, name, audienceCountries = [], contentCategories = [] } = input
  const url = readSiteUrl(input.url)
  return inTransaction(ctx, async (tx) => {
    const key = randomKey()
    const { id } = await tx.db
      .insertInto('site')
      .values({ publisherId, key, name, url, audienceCountries, contentCategories, createdAt: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceCatalogChange(tx, sitesOf({ publisherId }))
    await audit(tx, { action: 'site.create', target: `site:${id}`, details: { publisherId, key } })
    return { siteId: id, key }
  })
}

/**
 * Changes a publisher's own site; absent lists stay as they are. Another publisher's key is refused like an unknown
 * one.
 */
export function updateSite(ctx: Ctx, { publisherId, key, ...change }: SiteInput & { key: string }) {
  const values = { ...change, url: readSiteUrl(change.url) }
  return inTransaction(ctx, async (tx) => {
    const id = await changeSite(tx, { publisherId, key }, values)
    const fields = Object.keys(values)
    await audit(tx, { action: 'site.update', target: `site:${id}`, details: { publisherId, fields } })
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

type SiteChange = Omit<SiteInput, 'publisherId'> | { isActive: boolean } | { scriptFoundAt: Date }

async function changeSite(tx: Ctx, site: { publisherId: bigint; key: string }, change: SiteChange): Promise<bigint> {
  const row = await tx.db
    .updateTable('site')
    .set(change)
    .where('publisherId', '=', site.publisherId)
    .where('key', '=', site.key)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw notFound()
  await announceCatalogChange(tx, sitesOf(site))
  return row.id
}

function randomKey(): string {
  for (;;) {
    const key = siteKeyFrom(randomBytes(32))
    if (key !== undefined) return key
  }
}

/** Invitations of one publisher, because each sends a mail to an address that it chooses. */
const INVITATION_LIMIT = { max: 20, windowSeconds: 86_400 }

/** A sub-account to invite. */
export interface Invitation {
  publisherId: bigint
  userName: string
  email: string
  siteKey: string
  access: SiteAccess
  locale: Locale
}

/**
 * Creates a sub-account that is bound to one site of its publisher, and mails a link to choose a password. An address
 * that has another account gets a mail that says so, and the sub-account stays without an owner; the publisher's view
 * does not tell the difference. Refuses a sixth sub-account, and a second one with the same address.
 */
export async function inviteSubAccount(ctx: Ctx, input: Invitation): Promise<void> {
  const { publisherId, userName, email, access, locale } = input
  await limitRate(ctx, { key: `sub-account:${publisherId}`, ...INVITATION_LIMIT })
  await inTransaction(ctx, async (tx) => {
    // Two invitations at once would choose the same position.
    await tx.db.selectFrom('publisher').select('id').where('id', '=', publisherId).forNoKeyUpdate().execute()
    const site = await getSite(tx, { publisherId, key: input.siteKey })
    const position = findFreePosition(await listSubAccounts(tx.db, { publisherId }))
    if (position === undefined) {
      throw new Refusal({ code: 'sub_account.too_many', params: { max: MAX_SUB_ACCOUNTS }, status: 409 })
    }
    const accountId = await openAccount(tx, { email, userName, locale })
    const { id } = await refuseViolation(
      tx.db
        .insertInto('subAccount')
        .values({ publisherId, siteId: site.id, accountId, position, userName, email, access, createdAt: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow(),
      { sub_account_email: invalidField('email', { code: 'sub_account.exists' }) },
    )
    const { name: publisher } = await getPublisher(tx.db, { publisherId })
    const url = accountId === null ? undefined : await createLink(tx, { accountId, kind: 'password_set' })
    const message = invitationEmail({ branding: tx.branding, locale }, { publisher, site: site.name, url })
    await enqueueMail(tx, { to: email, message })
    await audit(tx, { action: 'sub-account.invite', target: `sub-account:${id}`, details: { siteId: site.id, access } })
  })
}

function findFreePosition(present: readonly { position: number | null }[]): number | undefined {
  const taken = new Set(present.map(({ position }) => position))
  return Array.from({ length: MAX_SUB_ACCOUNTS }, (_, index) => index + 1).find((position) => !taken.has(position))
}

/**
 * Creates the account of a sub-account, or opens the account of a removed one again. Returns null when the address has
 * another account, or one that an operator has rejected.
 */
async function openAccount(
  tx: Ctx,
  { email, userName, locale }: { email: string; userName: string; locale: Locale },
): Promise<bigint | null> {
  const found = await findAccountByEmail(tx.db, email)
  if (found) await lockAccount(tx, found.id)
  // The account may have been erased before it was locked; the address is free then.
  const present = await findAccountByEmail(tx.db, email)
  if (!present) {
    const account = { email, role: 'publisher', displayName: userName, reviewStatus: 'approved', locale } as const
    return (await createAccount(tx, account)).accountId
  }
  const bindings = await tx.db
    .selectFrom('subAccount')
    .select('removedAt')
    .where('accountId', '=', present.id)
    .execute()
  if (bindings.length === 0 || bindings.some(({ removedAt }) => removedAt === null)) return null
  if (present.reviewStatus === 'approved') return present.id
  const reviewer = present.reviewedBy === null ? undefined : await getAccount(tx.db, present.reviewedBy)
  if (reviewer?.role === 'operator') return null
  await decideReview(tx, { accountId: present.id, decision: 'approved' })
  return present.id
}

/** A sub-account of a publisher. */
export interface OwnSubAccount {
  publisherId: bigint
  subAccountId: bigint
}

/** Changes the site and the access of a sub-account. Another publisher's one is refused like an unknown one. */
export function updateSubAccount(ctx: Ctx, input: OwnSubAccount & { siteKey: string; access: SiteAccess }) {
  const { publisherId, subAccountId, siteKey, access } = input
  return inTransaction(ctx, async (tx) => {
    const { id: siteId } = await getSite(tx, { publisherId, key: siteKey })
    await changeSubAccount(tx, input, { siteId, access })
    const details = { siteId, access }
    await audit(tx, { action: 'sub-account.update', target: `sub-account:${subAccountId}`, details })
  })
}

/** Removes a sub-account: its sessions end, and its owner cannot log in again. */
export function removeSubAccount(ctx: Ctx, input: OwnSubAccount) {
  return inTransaction(ctx, async (tx) => {
    const accountId = await changeSubAccount(tx, input, { position: null, removedAt: tx.now })
    const account = accountId === null ? undefined : await getAccount(tx.db, accountId)
    if (account?.reviewStatus === 'approved') await decideReview(tx, { accountId: account.id, decision: 'rejected' })
    await audit(tx, { action: 'sub-account.remove', target: `sub-account:${input.subAccountId}` })
  })
}

type SubAccountChange = { siteId: bigint; access: SiteAccess } | { position: null; removedAt: Date }

async function changeSubAccount(
  tx: Ctx,
  { publisherId, subAccountId }: OwnSubAccount,
  change: SubAccountChange,
): Promise<bigint | null> {
  const row = await tx.db
    .updateTable('subAccount')
    .set(change)
    .where('publisherId', '=', publisherId)
    .where('id', '=', subAccountId)
    .where('removedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.accountId
}

async function getSite(tx: Ctx, { publisherId, key }: { publisherId: bigint; key: string }) {
  const site = (await listSites(tx.db, { publisherId })).find((one) => one.key === key)
  if (!site) throw notFound()
  return site
}
