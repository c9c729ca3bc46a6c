import type { Actor } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { LOCALES } from '#texts/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { readLegalMarkdown, readLegalText, renderLegalText } from '#texts/legal-texts.ts'
import { announceChange, objectToChange } from './commands.ts'
import * as contract from './contract.ts'
import { getOwnChange, listChanges, listOwnChanges } from './queries/changes.ts'
import type { BoundAccount } from './queries/changes.ts'
import { findEarlierText, findTextInForce } from './queries/text-in-force.ts'
import { CHANGED_DOCUMENTS, LEGAL_UPDATED_ON, getObjectionEnd } from './rules.ts'
import type { ChangedDocument, LegalDocument } from './rules.ts'
import { viewChange, viewOwnChange } from './views.ts'

type LegalConfig = Pick<Config, 'network' | 'retention'>

/** The routes of the legal texts; `config` fills in the network's name, its support address and its periods. */
export function legalRoutes(config: LegalConfig): Route[] {
  const facts = getFacts(config)
  return [
    route(contract.getLegalTextCall, async (ctx, { params }) => {
      const changed = await findTextInForce(ctx.db, { ...params, today: toDay(ctx.now) })
      return { ...SUCCESS, data: renderText(params.document, { changed, facts, locale: ctx.locale }) }
    }),
    ...ownRoutes(facts),
    ...operatorRoutes,
  ]
}

function getFacts({ network, retention }: LegalConfig) {
  return { name: network.name, supportEmail: network.supportEmail, periods: { ...retention } }
}

type Facts = ReturnType<typeof getFacts>

interface TextParts {
  /** The change that brought the text; undefined for the text of the program. */
  changed: { textEn: string; textZh: string; holdsFrom: Day } | undefined
  facts: Facts
  locale: Locale
}

function renderText(document: LegalDocument, { changed, facts, locale }: TextParts) {
  const text = changed
    ? renderLegalText(locale === 'zh' ? changed.textZh : changed.textEn, facts, locale)
    : readLegalText({ document, date: LEGAL_UPDATED_ON, locale }, facts)
  return { ...text, updated_on: changed?.holdsFrom ?? LEGAL_UPDATED_ON }
}

/** The account that a text can bind. A sub-account acts for its publisher and reads no changes. */
function getBoundAccount(actor: Actor): BoundAccount | undefined {
  if (actor.kind !== 'account' || actor.subAccount) return undefined
  return { accountId: actor.accountId, role: actor.role }
}

function ownRoutes(facts: Facts): Route[] {
  const getAccount = (actor: Actor) => {
    const account = getBoundAccount(actor)
    if (!account) throw notFound()
    return account
  }
  return [
    route(contract.listOwnChangesCall, async (ctx) => {
      const account = getBoundAccount(ctx.actor)
      const changes = account ? await listOwnChanges(ctx.db, account) : []
      return { ...SUCCESS, data: { changes: changes.map((change) => viewOwnChange(change, ctx)) } }
    }),
    route(contract.getChangeTextCall, async (ctx, { params }) => {
      const change = await getOwnChange(ctx.db, getAccount(ctx.actor), params.change_id)
      const { locale } = ctx
      const before = await findEarlierText(ctx.db, change)
      const earlier = renderText(change.document, { changed: before, facts, locale })
      const text = renderLegalText(locale === 'zh' ? change.textZh : change.textEn, facts, locale)
      return { ...SUCCESS, data: { ...text, change: viewOwnChange(change, ctx), earlier } }
    }),
    route(contract.objectCall, async (ctx, { params }) => {
      const changeId = params.change_id
      await objectToChange(ctx, { account: getAccount(ctx.actor), changeId })
      return SUCCESS
    }),
  ]
}

const operatorRoutes: Route[] = [
  route(contract.listChangesCall, async (ctx) => {
    const changes = await listChanges(ctx.db)
    const findLast = (document: ChangedDocument) => changes.find((change) => change.document === document)
    const present = CHANGED_DOCUMENTS.map((document) => {
      const last = findLast(document)
      const [en = '', zh = ''] = last
        ? [last.textEn, last.textZh]
        : LOCALES.map((locale) => readLegalMarkdown({ document, date: LEGAL_UPDATED_ON, locale }))
      return { document, en, zh }
    })
    const earliest = toDay(getObjectionEnd(ctx.now))
    return { ...SUCCESS, data: { changes: changes.map(viewChange), earliest_day: earliest, present } }
  }),
  route(contract.announceChangeCall, async (ctx, { body }) => {
    await announceChange(ctx, {
      document: body.document,
      holdsFrom: body.holds_from,
      summaryEn: body.summary_en,
      summaryZh: body.summary_zh,
      textEn: body.text_en,
      textZh: body.text_zh,
    })
    return SUCCESS
  }),
]
