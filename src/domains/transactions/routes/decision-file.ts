import { text } from 'node:stream/consumers'
import type { CodedError } from '#kernel/error-codes.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writeCsv } from '#platform/server/csv.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getAdvertiserId } from '#domains/advertisers/rules.ts'
import { decideByFile, describeResult, formatSum, sumActions } from '../commands/decide-by-file.ts'
import type { RowOutcome } from '../commands/decide-by-file.ts'
import { readDecisionFile } from '../commands/read-decision-file.ts'
import { decideByFileCall } from '../contract/decision-file.ts'
import { DECISION_COLUMNS, MAX_LISTED_ERRORS } from '../rules/decision-file.ts'

type Reply = ReplyOf<typeof decideByFileCall>

/** The route of files of decisions. */
export const decisionFileRoutes: Route[] = [
  route(decideByFileCall, async (ctx, { params, file }) => {
    const advertiserId = getAdvertiserId(ctx.actor)
    const read = await readDecisionFile(file.read())
    if ('error' in read) return refuseFile(ctx, read.error)
    const { outcomes, isKept } = await decideByFile(ctx, { advertiserId, mode: params.mode, ...read })
    return { ...viewOutcomes(ctx, outcomes), success: isKept, result_csv: await writeResults(ctx, outcomes, isKept) }
  }),
]

type LineError = CodedError & { line: number; column: string }

function viewError(ctx: RequestCtx, { line, column, ...error }: LineError) {
  return { line, column, message: errorText(ctx.locale, error) }
}

function refuseFile(ctx: RequestCtx, error: LineError): Reply {
  const nothing = { success: false, lines: 0, unchanged: 0, left: 0, refused: 0, actions: [], result_csv: '' }
  return { ...nothing, errors: [viewError(ctx, error)] }
}

function viewOutcomes(ctx: RequestCtx, outcomes: readonly RowOutcome[]) {
  const count = (wanted: RowOutcome['result']) => outcomes.filter(({ result }) => result === wanted).length
  const errors = outcomes.flatMap(({ line, error }) => (error ? [{ ...error, line }] : []))
  return {
    lines: outcomes.length,
    unchanged: count('unchanged'),
    left: count('left'),
    refused: count('refused'),
    actions: sumActions(outcomes).map(formatSum),
    errors: errors.slice(0, MAX_LISTED_ERRORS).map((error) => viewError(ctx, error)),
  }
}

const RESULT_COLUMNS = ['result', 'code', 'message', 'transaction_id', 'old_status', 'new_status'] as const

/** Writes the rows with what came of each. The list of reasons is not repeated at each row that lacks one. */
function writeResults(ctx: RequestCtx, outcomes: readonly RowOutcome[], isKept: boolean): Promise<string> {
  const explain = (error: CodedError) =>
    errorText(ctx.locale, error.code === 'transaction.file_reason' ? { code: 'transaction.file_no_reason' } : error)
  const given = DECISION_COLUMNS.filter((name) => name !== 'transaction_id')
  const lines = outcomes.map((outcome) => {
    const { cells, error, order } = outcome
    const { result, before, after } = describeResult(outcome, isKept)
    const id = order?.transactionId ?? cells.transaction_id ?? ''
    return [
      ...given.map((name) => cells[name] ?? ''),
      result,
      error?.code ?? '',
      error ? explain(error) : '',
      id,
      before,
      after,
    ]
  })
  return text(writeCsv(lines, { columns: [...given, ...RESULT_COLUMNS], hasByteOrderMark: false }))
}
