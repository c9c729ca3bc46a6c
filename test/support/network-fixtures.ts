import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { createAdvertiser } from '#domains/people/advertisers/commands.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import type { NewProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { createPublisher } from '#domains/people/publishers/commands/publishers.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import type { AccountActor, Role, SiteAccess, TeamRole } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'

let made = 0

/** Creates an approved account of a role, without a password. */
export async function makeAccount(ctx: Ctx, role: Role): Promise<AccountActor> {
  made += 1
  const email = `${role}-${made}@example.com`
  const displayName = `${role} ${made}`
  const { accountId } = await createAccount(ctx, { email, role, displayName, reviewStatus: 'approved' })
  return { kind: 'account', accountId, email, role, displayName }
}

/** Creates a publisher with its account. */
export async function makePublisher(ctx: Ctx): Promise<AccountActor & { publisherId: bigint }> {
  const account = await makeAccount(ctx, 'publisher')
  const { publisherId } = await createPublisher(ctx, { accountId: account.accountId, name: account.displayName })
  return { ...account, publisherId }
}

/** Creates a sub-account of a publisher, bound to the site with this key. */
export async function makeSubAccount(
  ctx: Ctx,
  { publisherId, siteKey, access }: { publisherId: bigint; siteKey: string; access: SiteAccess },
): Promise<AccountActor & { publisherId: bigint }> {
  const account = await makeAccount(ctx, 'publisher')
  const { id: siteId } = await ctx.db
    .selectFrom('site')
    .select('id')
    .where('key', '=', siteKey)
    .executeTakeFirstOrThrow()
  const { count } = await ctx.db
    .selectFrom('subAccount')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('publisherId', '=', publisherId)
    .executeTakeFirstOrThrow()
  const { accountId, email, displayName: userName } = account
  const position = Number(count) + 1
  await ctx.db
    .insertInto('subAccount')
    .values({ publisherId, siteId, accountId, email, userName, access, position, createdAt: ctx.now })
    .execute()
  return { ...account, publisherId, subAccount: { siteId, access } }
}

/** Creates an advertiser with the account of its owner. */
export async function makeAdvertiser(ctx: Ctx): Promise<AccountActor & { advertiserId: bigint }> {
  const account = await makeAccount(ctx, 'advertiser')
  const { advertiserId } = await createAdvertiser(ctx, {
    name: account.displayName,
    website: 'https://shop.example.com/',
    accountId: account.accountId,
  })
  return { ...account, advertiserId, teamRole: 'owner' }
}

/** Creates a member of the team of an advertiser, who has accepted. */
export async function makeMember(
  ctx: Ctx,
  { advertiserId, role }: { advertiserId: bigint; role: TeamRole },
): Promise<AccountActor & { advertiserId: bigint }> {
  const account = await makeAccount(ctx, 'advertiser')
  const { accountId, email, displayName: name } = account
  await ctx.db
    .insertInto('teamMember')
    .values({ advertiserId, accountId, email, name, role, joinedAt: ctx.now })
    .execute()
  return { ...account, advertiserId, teamRole: role }
}

/** Creates an advertiser with an open programme that pays 5 % of a sale, by terms in force since `now` of `ctx`. */
export async function makeProgram(ctx: Ctx, program: Partial<NewProgram> = {}) {
  const advertiser = await makeAdvertiser(ctx)
  const { advertiserId } = advertiser
  const { programId } = await createProgram(ctx, { advertiserId, title: advertiser.displayName, ...program })
  const { termsId } = await addTerms(ctx, {
    programId,
    windowDays: 30,
    validationDays: 30,
    rates: [{ event: 'sale', kind: 'percent', ratePpm: 50_000 }],
  })
  await updateProgram(ctx, { programId, status: 'open' })
  return { advertiser, advertiserId, programId, termsId }
}

/** Inserts 7 clicks and 70.00 of the first site, and 5 clicks and 50.00 of the second. */
export async function insertFigures({ db }: Ctx, owner: { publisherId: bigint; advertiserId: bigint }): Promise<void> {
  const { publisherId, advertiserId } = owner
  const sites = await listSites(db, { publisherId })
  const rows = sites.map(({ id: siteId }, index) => {
    const clicks = 7n - 2n * BigInt(index)
    const transactions = { transactions: 1n, cancelledTransactions: 0n, orderValue: 0n, commission: clicks * 100_000n }
    return { publisherId, siteId, advertiserId, day: '2026-03-02', hits: clicks, clicks, ...transactions }
  })
  await db.insertInto('rollupDay').values(rows).execute()
  const ofMail = { publisherId, advertiserId, day: '2026-03-02', slot: 1, subId: 'mail', transactions: 1n }
  const tagged = rows.map(({ siteId, clicks, commission }) => ({ ...ofMail, siteId, clicks, commission }))
  await db.insertInto('rollupSubId').values(tagged).execute()
}
