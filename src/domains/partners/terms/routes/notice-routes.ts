import { getAdvertiserId, getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { getOffer } from '#domains/programmes/programs/queries/offers.ts'
import { holdsAt } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateBook, RateRule } from '#domains/programmes/rates/rules/resolve.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { acknowledgeTerms } from '../commands/acknowledge-terms.ts'
import * as calls from '../contract/notices.ts'
import type { OwnRatesView } from '../contract/notices.ts'
import { listNoticedVersions, listNotices, listOpenChanges, listOwnNotices } from '../queries/notices.ts'
import { findOwnProgram, readBook, readVersions } from '../queries/versions.ts'
import type { Version } from '../queries/versions.ts'
import { concerns } from '../rules/difference.ts'
import { sortLines } from '../rules/draft.ts'
import { isWithdrawn } from '../rules/notice.ts'
import type { NoticeFilter } from '../rules/notice.ts'
import { viewNotice } from '../views/notices.ts'
import { viewHeldRate } from '../views/price.ts'

/** The routes about what versions change: publishers acknowledge it, and their brand reads who has. */
export const noticeRoutes: Route[] = [
  route(calls.getOwnRatesCall, async (ctx, { params: { advertiser_id: advertiserId } }) => {
    return { ...SUCCESS, data: await readOwnRates(ctx, advertiserId) }
  }),
  route(calls.acknowledgeRatesCall, async (ctx, { params, body: { version } }) => {
    const publisherId = getPublisherId(ctx.actor)
    await acknowledgeTerms(ctx, { publisherId, advertiserId: params.advertiser_id, version })
    return SUCCESS
  }),
  route(calls.listRateChangesCall, async (ctx) => {
    const changes = await listOpenChanges(ctx.db, { publisherId: getPublisherId(ctx.actor) })
    return {
      ...SUCCESS,
      data: changes.map(({ advertiserId, advertiserName, effectiveFrom, isCut }) => ({
        advertiser_id: Number(advertiserId),
        advertiser_name: advertiserName,
        effective_from: effectiveFrom.toISOString(),
        is_cut: isCut,
      })),
    }
  }),
  route(calls.listNoticesCall, async (ctx, { query }) => {
    const { versions, chosen } = await readNoticedVersions(ctx, query.version)
    const page = toPage(query)
    const listed = chosen && (await listNotices(ctx.db, { termsId: chosen.termsId, filter: query.filter, page }))
    return {
      ...SUCCESS,
      data: {
        versions: versions.map(({ termsId: _, effectiveFrom, ...each }) => ({
          ...each,
          effective_from: effectiveFrom.toISOString(),
        })),
        version: chosen?.version ?? null,
        count: listed?.count ?? 0,
        publishers: (listed?.rows ?? []).map((row) => ({
          publisher_id: Number(row.publisherId),
          name: row.name,
          ...viewNotice(row, ctx.locale),
        })),
      },
    }
  }),
  route(calls.downloadNoticesCall, async (ctx, { query: { version, filter, bom } }) => {
    const { chosen } = await readNoticedVersions(ctx, version)
    return new FileReply({
      filename: chosen ? `terms-version-${chosen.version}.csv` : 'terms.csv',
      contentType: 'text/csv; charset=utf-8',
      body: writeCsv(chosen ? readNoticeLines(ctx, { ...chosen, filter }) : [], {
        columns: NOTICE_COLUMNS,
        hasByteOrderMark: bom === '1',
      }),
    })
  }),
]

async function readOwnRates(ctx: RequestCtx, advertiserId: bigint): Promise<OwnRatesView> {
  const { db, now, locale } = ctx
  const { publisherId } = getPublisherScope(ctx.actor)
  const offer = await getOffer(db, { publisherId, advertiserId })
  const { programId } = offer
  const { all, inForce, scheduled } = await readVersions(db, { programId, now })
  const read = async (version: Version, at: Date) =>
    listHeld(await readBook(db, version), publisherId, at).map((rule) => viewHeldRate(rule, { locale }))
  const notices = await listOwnNotices(db, { publisherId, programId })
  return {
    advertiser_name: offer.name,
    membership: offer.membershipStatus,
    closes_at: offer.closesAt?.toISOString() ?? null,
    is_closed: offer.status === 'closed',
    in_force: inForce ? await read(inForce, now) : [],
    scheduled: scheduled
      ? {
          effective_from: scheduled.effectiveFrom.toISOString(),
          rates: await read(scheduled, scheduled.effectiveFrom),
        }
      : null,
    notices: notices.map((notice) => ({
      version: notice.version,
      effective_from: notice.effectiveFrom.toISOString(),
      is_withdrawn: isWithdrawn(notice, all),
      no_notice_reason: notice.noNoticeReason,
      ...viewNotice(notice, locale),
    })),
  }
}

/** Lists the rates that are for a publisher, without those that have ended. */
function listHeld(book: RateBook, publisherId: bigint, at: Date): RateRule[] {
  return sortLines(
    book.rules.filter((rule) => concerns(book, rule, publisherId) && (holdsAt(rule, at) || isToCome(rule, at))),
  )
}

function isToCome({ startsAt }: RateRule, at: Date): boolean {
  return startsAt !== null && startsAt > at
}

/** Reads the versions that change rates, and the one that was chosen. Refuses a version that changes none. */
async function readNoticedVersions({ db, now, actor }: RequestCtx, version: number | undefined) {
  const program = await findOwnProgram(db, { advertiserId: getAdvertiserId(actor) })
  if (!program) return { versions: [], chosen: undefined }
  const { all } = await readVersions(db, { programId: program.id, now })
  const noticed = await listNoticedVersions(db, { programId: program.id })
  const chosen = version === undefined ? noticed[0] : noticed.find((each) => each.version === version)
  if (version !== undefined && !chosen) throw notFound()
  return { versions: noticed.map((each) => ({ ...each, is_withdrawn: isWithdrawn(each, all) })), chosen }
}

const NOTICE_COLUMNS = ['publisher_id', 'publisher', 'version', 'effective_from', 'is_cut', 'acknowledged_at']

const BATCH_ROWS = 500

interface NoticedVersion {
  termsId: bigint
  version: number
  effectiveFrom: Date
  filter: NoticeFilter
}

async function* readNoticeLines({ db }: RequestCtx, { termsId, version, effectiveFrom, filter }: NoticedVersion) {
  for (let number = 1; ; number++) {
    const { count, rows } = await listNotices(db, { termsId, filter, page: { number, size: BATCH_ROWS } })
    if ((number - 1) * BATCH_ROWS >= count) return
    for (const { publisherId, name, isCut, acknowledgedAt } of rows) {
      const when = acknowledgedAt?.toISOString() ?? ''
      yield [String(publisherId), name, String(version), effectiveFrom.toISOString(), String(isCut), when]
    }
  }
}
