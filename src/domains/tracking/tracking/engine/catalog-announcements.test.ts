import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginState, endState, reopenOwnAccount } from '#domains/people/account-states/commands/change-state.ts'
import { closeErasedAccount } from '#domains/people/account-states/privacy.ts'
import { clearAccount } from '#domains/people/accounts/commands/clear-account.ts'
import { decideReview } from '#domains/people/accounts/commands/decide-review.ts'
import {
  createAdvertiser,
  createPostbackSecret,
  declareDomain,
  endExpiredSecrets,
  removeDomain,
  revokePostbackSecret,
  setRegions,
  updateAdvertiser,
} from '#domains/people/advertisers/commands.ts'
import { eraseAdvertiser } from '#domains/people/advertisers/privacy.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import { announceChange, beginChanges } from '#domains/people/legal/commands.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { answerQuestion, askApplicant } from '#domains/programmes/programs/commands/ask-applicant.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { replaceCountries, replaceMethods } from '#domains/programmes/programs/commands/program-details.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { endSuspension } from '#domains/programmes/programs/commands/end-suspension.ts'
import { eraseMemberships, eraseProgram } from '#domains/programmes/programs/privacy.ts'
import { joinByInvitation } from '#domains/programmes/programs/commands/join-by-invitation.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { setClosing } from '#domains/programmes/programs/commands/set-closing.ts'
import { setPause } from '#domains/programmes/programs/commands/set-pause.ts'
import { setBudgetDates } from '#domains/programmes/programs/commands/set-budget-dates.ts'
import { setFundingDates } from '#domains/programmes/programs/commands/set-funding-dates.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import {
  createPublisher,
  createSite,
  recordScriptFound,
  setSiteActive,
  updateSite,
} from '#domains/people/publishers/commands/publishers.ts'
import { erasePublisher } from '#domains/people/publishers/privacy.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { CATALOG_CHANNEL, PAGES_CHANNEL, notify } from '#platform/server/database/notify.ts'
import { makeAsked, makeCandidate, makeRequest } from '#test/support/candidates.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { shortLinkCommands } from '#test/support/short-link-commands.ts'
import { readSourceFiles } from '#test/support/source-files.ts'
import { listAnnouncingCommands } from '#test/support/sql-ownership.ts'

const database = await openTestDatabase()
let ctx: Ctx
let listener: pg.Client
let heard: string[] = []

beforeAll(async () => {
  ctx = testContext(database.db)
  listener = new pg.Client({ connectionString: database.connectionString })
  listener.on('notification', ({ channel }) => heard.push(channel))
  await listener.connect()
  await listener.query(`LISTEN ${CATALOG_CHANNEL}; LISTEN ${PAGES_CHANNEL}; LISTEN marker`)
})

afterAll(() => listener.end())

const rate = { event: 'sale', kind: 'percent', ratePpm: 50_000 } as const
const url = 'https://blog.example'
const suspension = { state: 'suspended', reason: 'Bought clicks' } as const
let hosts = 0

/** Each command that writes what the catalog or a kept page reads: prepares its data and returns its call. */
const commands: Record<string, () => Promise<(tx: Ctx) => Promise<unknown>>> = {
  async decideReview() {
    const { accountId } = await makeAccount(ctx, 'publisher')
    return (tx) => decideReview(tx, { accountId, decision: 'rejected' })
  },
  async clearAccount() {
    const { accountId } = await makeAccount(ctx, 'publisher')
    return (tx) => clearAccount(tx, { accountId })
  },
  async beginState() {
    const { publisherId } = await makePublisher(ctx)
    return (tx) => beginState(tx, { publisherId, ...suspension })
  },
  async endState() {
    const { publisherId } = await makePublisher(ctx)
    await beginState(ctx, { publisherId, ...suspension })
    return (tx) => endState(tx, { publisherId, ...suspension })
  },
  async reopenOwnAccount() {
    const actor = await makePublisher(ctx)
    await beginState({ ...ctx, actor }, { publisherId: actor.publisherId, state: 'closed', reason: '' })
    return (tx) => reopenOwnAccount(tx, { publisherId: actor.publisherId })
  },
  async closeErasedAccount() {
    const publisher = await makePublisher(ctx)
    return (tx) => inTransaction(tx, (inner) => closeErasedAccount(inner, publisher))
  },
  async createAdvertiser() {
    return (tx) => createAdvertiser(tx, { name: 'Shop', website: 'https://shop.example' })
  },
  async updateAdvertiser() {
    const { advertiserId } = await makeAdvertiser(ctx)
    return (tx) =>
      updateAdvertiser(tx, { advertiserId, name: 'Shop', website: 'https://shop.example', status: 'paused' })
  },
  async declareDomain() {
    const { advertiserId } = await makeAdvertiser(ctx)
    return (tx) => declareDomain(tx, { advertiserId, host: `shop-${++hosts}.example` })
  },
  async removeDomain() {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { domainId } = await declareDomain(ctx, { advertiserId, host: `shop-${++hosts}.example` })
    return (tx) => removeDomain(tx, { advertiserId, domainId })
  },
  async setRegions() {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { domainId } = await declareDomain(ctx, { advertiserId, host: `shop-${++hosts}.example` })
    return (tx) => setRegions(tx, { advertiserId, domainId, regions: [] })
  },
  async createPostbackSecret() {
    const { advertiserId } = await makeAdvertiser(ctx)
    return (tx) => createPostbackSecret(tx, { advertiserId })
  },
  async revokePostbackSecret() {
    const { advertiserId } = await makeAdvertiser(ctx)
    await createPostbackSecret(ctx, { advertiserId })
    const { secretId } = await createPostbackSecret(ctx, { advertiserId })
    return (tx) => revokePostbackSecret(tx, { advertiserId, secretId })
  },
  async endExpiredSecrets() {
    const { advertiserId } = await makeAdvertiser(ctx)
    await createPostbackSecret(ctx, { advertiserId })
    await createPostbackSecret(ctx, { advertiserId })
    return (tx) => endExpiredSecrets({ ...tx, now: new Date(ctx.now.getTime() + 7 * DAY_MS) })
  },
  async createPublisher() {
    const { accountId } = await makeAccount(ctx, 'publisher')
    return (tx) => createPublisher(tx, { accountId, name: 'Blog' })
  },
  async createSite() {
    const { publisherId } = await makePublisher(ctx)
    return (tx) => createSite(tx, { publisherId, name: 'Blog', url })
  },
  async updateSite() {
    const { publisherId } = await makePublisher(ctx)
    const { key } = await createSite(ctx, { publisherId, name: 'Blog', url })
    return (tx) => updateSite(tx, { publisherId, key, name: 'Other', url })
  },
  async setSiteActive() {
    const { publisherId } = await makePublisher(ctx)
    const { key } = await createSite(ctx, { publisherId, name: 'Blog', url })
    return (tx) => setSiteActive(tx, { publisherId, key, isActive: false })
  },
  async recordScriptFound() {
    const { publisherId } = await makePublisher(ctx)
    const { key } = await createSite(ctx, { publisherId, name: 'Blog', url })
    return (tx) => recordScriptFound(tx, { publisherId, key })
  },
  ...shortLinkCommands(() => ctx),
  async createProgram() {
    const { advertiserId, displayName: title } = await makeAdvertiser(ctx)
    return (tx) => createProgram(tx, { advertiserId, title })
  },
  async updateProgram() {
    const { programId } = await makeProgram(ctx)
    return (tx) => updateProgram(tx, { programId, status: 'paused' })
  },
  async addTerms() {
    const { programId } = await makeProgram(ctx)
    return (tx) => addTerms(tx, { programId, windowDays: 7, validationDays: 14, rates: [rate] })
  },
  async replaceCountries() {
    const { programId } = await makeProgram(ctx)
    return (tx) => replaceCountries(tx, programId, ['US'])
  },
  async replaceMethods() {
    const { programId } = await makeProgram(ctx)
    return (tx) => replaceMethods(tx, programId, [])
  },
  async setFundingDates() {
    const { advertiserId } = await makeProgram(ctx)
    return (tx) => setFundingDates(tx, { advertiserId, noJoinsFrom: tx.now, closedFrom: null })
  },
  async setBudgetDates() {
    const { advertiserId } = await makeProgram(ctx)
    return (tx) => setBudgetDates(tx, { advertiserId, joinsPausedUntil: tx.now, stoppedFrom: null, stoppedUntil: null })
  },
  async requestJoin() {
    const ids = await makeCandidate(ctx)
    return (tx) => requestJoin(tx, ids)
  },
  async joinByInvitation() {
    const ids = await makeCandidate(ctx)
    return (tx) => joinByInvitation(tx, ids)
  },
  decideMembership: () => onRequest((tx, ids) => decideMembership(tx, { ...ids, decision: 'approve' })),
  askApplicant: () => onRequest((tx, ids) => askApplicant(tx, { ...ids, text: 'Where?' })),
  async answerQuestion() {
    const ids = await makeAsked(ctx)
    return (tx) => answerQuestion(tx, { ...ids, text: 'There.' })
  },
  async eraseAdvertiser() {
    const { advertiserId } = await makeAdvertiser(ctx)
    return (tx) => eraseAdvertiser(tx, { advertiserId })
  },
  async eraseMemberships() {
    const { publisherId } = await makePublisher(ctx)
    return (tx) => eraseMemberships(tx, { publisherId })
  },
  async eraseProgram() {
    const { advertiserId } = await makeProgram(ctx)
    return (tx) => eraseProgram(tx, { advertiserId })
  },
  async erasePublisher() {
    const { publisherId } = await makePublisher(ctx)
    return (tx) => erasePublisher(tx, { publisherId })
  },
  async announceChange() {
    return (tx) => announceChange(tx, makeChange())
  },
  async beginChanges() {
    const change = makeChange()
    await announceChange(ctx, change)
    return (tx) => beginChanges({ ...tx, now: new Date(change.holdsFrom) })
  },
  async setClosing() {
    const { programId } = await makeProgram(ctx)
    return (tx) => setClosing(tx, { programId, closesAt: new Date() })
  },
  async setPause() {
    const { programId } = await makeProgram(ctx)
    return (tx) => setPause(tx, { programId, pausesAt: new Date(), status: 'paused' })
  },
  leaveProgram: () => onRequest(leaveProgram),
  endSuspension: () => onRequest(endSuspension),
}

/** Prepares a request to join, and returns the call of a command on it. */
async function onRequest(command: (tx: Ctx, ids: Awaited<ReturnType<typeof makeRequest>>) => Promise<unknown>) {
  const ids = await makeRequest(ctx)
  return (tx: Ctx) => command(tx, ids)
}

function makeChange() {
  const words = { summaryEn: 'Shorter.', summaryZh: '更短。', textEn: '# Conditions', textZh: '# 条件' }
  return { document: 'conditions' as const, holdsFrom: addDays(toDay(ctx.now), 60 + ++hosts), ...words }
}

/** Collects the channels announced during `work`. The marker comes last: notifications keep the order of commits. */
async function listenTo(work: () => Promise<unknown>): Promise<string[]> {
  await settle()
  heard = []
  await work()
  await settle()
  return heard.filter((channel) => channel !== 'marker')
}

async function settle(): Promise<void> {
  const before = heard.length
  await notify(ctx, 'marker')
  await expect.poll(() => heard.slice(before).includes('marker'), { interval: 5 }).toBe(true)
}

const announcing = {
  [CATALOG_CHANNEL]: listAnnouncingCommands(readSourceFiles(), 'catalog'),
  [PAGES_CHANNEL]: listAnnouncingCommands(readSourceFiles(), 'pages'),
}

describe.each(Object.entries(commands))('%s', (name, prepare) => {
  test('announces the change when it is committed', async () => {
    const run = await prepare()
    const channels = Object.entries(announcing).flatMap(([channel, names]) => (names.includes(name) ? [channel] : []))
    expect(channels).not.toEqual([])
    expect((await listenTo(() => inTransaction(ctx, run))).toSorted()).toEqual(channels)
  })

  test('announces nothing when it is rolled back', async () => {
    const run = await prepare()
    const rolledBack = new Error('rolled back')
    const work = () =>
      inTransaction(ctx, async (tx) => {
        await run(tx)
        throw rolledBack
      })
    expect(await listenTo(() => expect(work()).rejects.toBe(rolledBack))).toEqual([])
  })
})

test('no command that announces a change is missing above', () => {
  expect(new Set(Object.keys(commands))).toEqual(new Set(Object.values(announcing).flat()))
})
