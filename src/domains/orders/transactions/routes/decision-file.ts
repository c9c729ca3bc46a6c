import { createHash } from 'node:crypto'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route, UploadedFile } from '#platform/server/http/route.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { decideFile, reverseFile } from '../commands/change-decision-file.ts'
import { UnusableFile, openDecisionFile, toRow } from '../commands/read-decision-file.ts'
import { receiveDecisionFile } from '../commands/receive-decision-file.ts'
import * as contract from '../contract/decision-file.ts'
import { getFile, listFileLines, listFiles } from '../queries/decision-files.ts'
import { reasonAliasRoutes } from './reason-aliases.ts'
import { RESULT_COLUMNS, viewFile, viewLine, viewResultLine } from './view-decision-file.ts'

/** The lines that one call lists. */
const LINES_PER_CALL = 100

/** The lines that are read at once for a result file. */
const LINES_PER_READ = 2000

/** The routes of files of decisions for a signed-in advertiser. */
const advertiserRoutes: Route[] = [
  route(contract.sendDecisionFileCall, async (ctx, { params, query, file }) => {
    const name = query.name || 'decisions.csv'
    const own = { advertiserId: getAdvertiserId(ctx.actor), mode: params.mode, name, format: 'csv' as const }
    // The upload of the file can take minutes.
    const atPresent = { ...ctx, now: new Date() }
    try {
      const table = await openDecisionFile(atPresent, { ...own, chunks: file.read(), columns: query.columns })
      try {
        const sent = { ...own, hash: await hashFile(file, table.reading), rows: table.rows }
        const reply = await replyFile(ctx, await receiveDecisionFile(atPresent, sent))
        return { ...reply, choice: table.choice }
      } finally {
        await table.close()
      }
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error
      const { line, column, ...coded } = error.error
      return { success: false as const, error: { line, column, message: errorText(ctx.locale, coded) } }
    }
  }),
  route(contract.sendDecisionRowsCall, async (ctx, { body: { mode, name, rows } }) => {
    const hash = createHash('sha256').update(JSON.stringify(rows)).digest()
    const own = { advertiserId: getAdvertiserId(ctx.actor), mode, name, format: 'json' as const, hash }
    const given = rows.map((cells, index) => ({ line: index + 1, ...toRow(cells) }))
    return replyFile(ctx, await receiveDecisionFile(ctx, { ...own, rows: given }))
  }),
  route(contract.listDecisionFilesCall, async (ctx, { query }) => {
    const { files, count } = await listFiles(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), page: toPage(query) })
    return { ...SUCCESS, data: { count, files: files.map(viewFile) } }
  }),
  route(contract.getDecisionFileCall, async (ctx, { params }) => replyFile(ctx, params.file_id)),
  route(contract.listDecisionLinesCall, async (ctx, { params, query }) => {
    const { id } = await getOwnFile(ctx, params.file_id)
    const lines = await listFileLines(ctx.db, { fileId: id, ...query, limit: LINES_PER_CALL + 1 })
    const page = lines.slice(0, LINES_PER_CALL)
    const next = lines.length > LINES_PER_CALL ? (page.at(-1)?.line ?? null) : null
    return { ...SUCCESS, data: { lines: page.map((line) => viewLine(line, ctx.locale)), next } }
  }),
  route(contract.downloadDecisionResultCall, async (ctx, { params }) => {
    const { id } = await getOwnFile(ctx, params.file_id)
    const body = writeCsv(readResultLines(ctx, id), { columns: RESULT_COLUMNS, hasByteOrderMark: false })
    return new FileReply({ filename: 'decisions-result.csv', contentType: 'text/csv; charset=utf-8', body })
  }),
  route(contract.decideFileCall, async (ctx, { params, body }) => {
    await decideFile(ctx, { advertiserId: getAdvertiserId(ctx.actor), fileId: params.file_id, mode: body.mode })
    return replyFile(ctx, params.file_id)
  }),
  route(contract.reverseFileCall, async (ctx, { params, body }) => {
    await reverseFile(ctx, { advertiserId: getAdvertiserId(ctx.actor), fileId: params.file_id, note: body.note })
    return replyFile(ctx, params.file_id)
  }),
]

/** The routes of files of decisions and of reason codes, and those of files for programs with an API key. */
export const decisionFileRoutes: Route[] = [
  ...advertiserRoutes,
  ...reasonAliasRoutes,
  ...advertiserRoutes.map((one) => ({ ...one, endpoint: contract.toKeyCall(one.endpoint) })),
]

/** With other columns the same bytes are another file. */
async function hashFile(file: UploadedFile, reading: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of file.read()) hash.update(chunk)
  hash.update(reading)
  return hash.digest()
}

function getOwnFile(ctx: RequestCtx, fileId: string) {
  return getFile(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), fileId })
}

async function replyFile(ctx: RequestCtx, fileId: string) {
  return { ...SUCCESS, data: viewFile(await getOwnFile(ctx, fileId)) }
}

/** Reads the lines of a result file part by part. */
async function* readResultLines(ctx: RequestCtx, fileId: string) {
  for (let after = 0; ;) {
    const lines = await listFileLines(ctx.db, { fileId, after, limit: LINES_PER_READ })
    for (const line of lines) yield viewResultLine(line, ctx.locale)
    if (lines.length < LINES_PER_READ) return
    after = lines.at(-1)?.line ?? after
  }
}
