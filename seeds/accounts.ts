import type { AccountActor, Role } from '#kernel/actor.ts'
import { parseAmount, parsePercent } from '#kernel/money.ts'
import { createAccount } from '#domains/people/accounts/commands/create-account.ts'
import { createAdvertiser, createPostbackSecret, declareDomain } from '#domains/people/advertisers/commands.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import type { CouponRule, FeeTerms } from '#domains/programmes/programs/rules.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import type { RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { createPublisher, createSite } from '#domains/people/publishers/commands/publishers.ts'
import type { Ctx } from '#platform/server/context.ts'
import { getShopOrigin, isLocalShop } from './merchants/merchant.ts'
import type { SampleAction, SampleMerchant, SampleRule } from './merchants/merchant.ts'
import type { SamplePublisher, SampleSite } from './people.ts'

/** The network takes a fifth of each commission from the merchant. */
const NETWORK_FEE: FeeTerms = { feeBasis: 'commission', feePpm: 200_000 }

/** The part of a version of the terms that orders need. */
export interface SeededTerms {
  termsId: bigint
  version: number
  effectiveFrom: Date
  currency: string
  windowDays: number
  couponRule: CouponRule
  rates: ReadonlyMap<string, Rate>
  ruleCount: number
}

/** A merchant that is in the database. */
export interface SeededMerchant {
  sample: SampleMerchant
  advertiserId: bigint
  programId: bigint
  token: string
  /** Newest first. */
  terms: readonly SeededTerms[]
}

/** A publisher's site that is in the database. */
export interface SeededSite {
  sample: SampleSite
  publisherId: bigint
  siteId: bigint
  siteKey: string
}

/** Creates an approved account and returns its actor. */
export async function seedAccount(
  ctx: Ctx,
  account: { email: string; role: Role; displayName: string; password?: string },
): Promise<AccountActor> {
  const { accountId } = await createAccount(ctx, { ...account, reviewStatus: 'approved' })
  return { kind: 'account', accountId, email: account.email, role: account.role, displayName: account.displayName }
}

/** Creates a merchant with its open programme. With `changedAt`, the window is half as long until then. */
export async function seedMerchant(
  ctx: Ctx,
  sample: SampleMerchant,
  options: { accountId?: bigint; changedAt?: Date } = {},
): Promise<SeededMerchant> {
  const { name, hosts, countries, commissionText } = sample
  const website = `${getShopOrigin(sample)}/`
  const account = options.accountId === undefined ? {} : { accountId: options.accountId }
  const { advertiserId } = await createAdvertiser(ctx, { name, website, ...account })
  const isLocalAllowed = hosts.some(isLocalShop)
  for (const host of hosts) {
    const regions = countries.map((code) => ({ code, commissionText }))
    await declareDomain(ctx, { advertiserId, host, regions, isLocalAllowed })
  }
  const { token } = await createPostbackSecret(ctx, { advertiserId })
  const { title, slug, publicId, description, joinMode, methods } = sample
  const program = { title, slug, publicId, description, commissionText, joinMode, methods, countries }
  const { programId } = await createProgram(ctx, { advertiserId, ...program })
  const { changedAt } = options
  const windowDays = changedAt ? Math.ceil(sample.windowDays / 2) : sample.windowDays
  const terms = [await seedTerms(ctx, programId, { ...sample, windowDays })]
  await updateProgram(ctx, { programId, status: 'open' })
  if (changedAt) terms.unshift(await seedTerms({ ...ctx, now: changedAt }, programId, sample))
  return { sample, advertiserId, programId, token, terms }
}

async function seedTerms(
  ctx: Ctx,
  programId: bigint,
  { windowDays, validationDays, couponRule = 'never', actions, rules = [] }: SampleMerchant,
): Promise<SeededTerms> {
  const rates = actions.map((action) => ({ event: action.type, ...toSeedRate(action) }))
  const { termsId, version } = await addTerms(ctx, {
    programId,
    windowDays,
    validationDays,
    couponRule,
    fee: NETWORK_FEE,
    rates,
    rules: rules.map(toRateRule),
  })
  const byAction = new Map(rates.map(({ event, ...rate }) => [event, rate]))
  const { length: ruleCount } = rules
  return {
    termsId,
    version,
    effectiveFrom: ctx.now,
    currency: 'USD',
    windowDays,
    couponRule,
    ruleCount,
    rates: byAction,
  }
}

function toRateRule({ type, percent, ...named }: SampleRule, index: number): RateRule {
  const nothing = { publisherId: null, groupId: null, productGroup: null, region: null, customer: null }
  const always = { startsAt: null, endsAt: null }
  return { ...nothing, ...always, ...named, number: index + 1, event: type, rate: toSeedRate({ type, percent }) }
}

function toSeedRate({ percent, fixed, type }: Pick<SampleAction, 'percent' | 'fixed' | 'type'>): Rate {
  const parsedPercent = percent === undefined ? undefined : parsePercent(percent)
  if (parsedPercent !== undefined) return { kind: 'percent', ratePpm: parsedPercent }
  const fixedAmount = fixed === undefined ? undefined : parseAmount(fixed)
  if (fixedAmount !== undefined) return { kind: 'fixed', fixedAmount }
  throw new Error(`The action ${type} has no rate`)
}

/** Creates a publisher with its profile and its sites. */
export async function seedPublisher(
  ctx: Ctx,
  sample: SamplePublisher,
  accountId: bigint,
): Promise<{ publisherId: bigint; sites: SeededSite[] }> {
  const { publisherId } = await createPublisher(ctx, { accountId, name: sample.name, profile: sample.profile })
  const sites: SeededSite[] = []
  for (const site of sample.sites) {
    const { name, url } = site
    const [audienceCountries, contentCategories] = [[...site.audienceCountries], [...site.contentCategories]]
    const details = { name, url, audienceCountries, contentCategories }
    const { siteId, key } = await createSite(ctx, { publisherId, ...details })
    sites.push({ sample: site, publisherId, siteId, siteKey: key })
  }
  return { publisherId, sites }
}

/** A join request and its time. */
export interface SeededMembership {
  programId: bigint
  publisherId: bigint
  at: Date
  message: string
}

/** Lets a publisher join a programme; the operator approves where the programme reviews requests. */
export async function seedJoined(ctx: Ctx, operator: AccountActor, membership: SeededMembership): Promise<void> {
  const status = await seedRequest(ctx, membership)
  if (status !== 'pending') return
  const { programId, publisherId, at } = membership
  await decideMembership({ ...ctx, actor: operator, now: at }, { programId, publisherId, decision: 'approve' })
}

/** Lets a publisher request to join; with a reason the operator declines, else the request stays pending. */
export async function seedWaiting(
  ctx: Ctx,
  operator: AccountActor,
  { reason, ...membership }: SeededMembership & { reason?: string },
): Promise<void> {
  await seedRequest(ctx, membership)
  if (reason === undefined) return
  const { programId, publisherId, at } = membership
  await decideMembership({ ...ctx, actor: operator, now: at }, { programId, publisherId, decision: 'decline', reason })
}

async function seedRequest(ctx: Ctx, { programId, publisherId, at, message }: SeededMembership) {
  const { status } = await requestJoin({ ...ctx, now: at }, { programId, publisherId, message })
  return status
}
