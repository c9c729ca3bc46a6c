import type { CodedError } from '#kernel/error-codes.ts'
import { formatAmount } from '#kernel/money.ts'
import { errorText } from '#platform/server/error-texts.ts'
import type { RequestCtx } from '#platform/server/http/route.ts'
import type { DecisionFileView, DecisionLineView } from '../contract/decision-file.ts'
import type { DecidingKey } from '../contract/transaction.ts'
import type { DecisionFileRead, FileLine } from '../queries/decision-files.ts'
import { DECISION_COLUMNS } from '../rules/decision-columns.ts'

type Locale = RequestCtx['locale']

/** Builds a file as its advertiser sees it. */
export function viewFile({ figures, ...file }: DecisionFileRead): DecisionFileView {
  return {
    id: file.id,
    name: file.name,
    format: file.format,
    source: file.source,
    status: file.status,
    mode: file.mode,
    lines: file.lineCount,
    done: file.doneCount,
    sent_at: file.sentAt.toISOString(),
    sent_by: file.sentBy,
    sent_key: viewKey(file),
    decided_at: file.decidedAt?.toISOString() ?? null,
    reversed_at: file.reversedAt?.toISOString() ?? null,
    reversal_note: file.reversalNote,
    figures: figures && {
      ...figures.results,
      reversed: figures.reversed,
      kept: figures.kept,
      publishers: figures.publishers,
      actions: figures.actions.map(({ orderValue, commission, fee, ...rest }) => ({
        ...rest,
        order_value: formatAmount(BigInt(orderValue)),
        commission: formatAmount(BigInt(commission)),
        fee: formatAmount(BigInt(fee)),
      })),
    },
  }
}

/** Builds the API key by which a program decided or sent a file. */
export function viewKey({ keyId, keyName }: { keyId: bigint | null; keyName: string | null }): DecidingKey | null {
  return keyId === null || keyName === null ? null : { id: Number(keyId), name: keyName }
}

/** The most characters of a wrong cell that a list shows. */
const MAX_FOUND = 100

/** Builds a line of a file as a list shows it. */
export function viewLine(row: FileLine, locale: Locale): DecisionLineView {
  const { line, result, cells, error, reversal } = row
  const column = error?.column ?? ''
  return {
    line,
    result,
    column,
    found: column === '' ? '' : (cells[column] ?? '').slice(0, MAX_FOUND),
    ...explain(row, (each) => errorText(locale, each)),
    order_id: cells.order_id ?? '',
    transaction_id: row.transactionId,
    old_status: row.oldStatus,
    new_status: row.newStatus,
    reversal,
  }
}

/** Says why a line was refused, or why its decision could not be taken back. */
function explain({ error, reversalError }: FileLine, say: (error: CodedError) => string) {
  const why = error ?? reversalError
  return { code: why?.code ?? null, message: why ? say(why) : '' }
}

const GIVEN_COLUMNS = DECISION_COLUMNS.filter((name) => name !== 'transaction_id')

/** The columns of a result file: those of the file, and what came of each line. */
export const RESULT_COLUMNS = [
  ...GIVEN_COLUMNS,
  'result',
  'code',
  'message',
  'transaction_id',
  'old_status',
  'new_status',
] as const

/** Writes a line of a result file. It does not repeat the list of reasons where one is missing. */
export function viewResultLine(row: FileLine, locale: Locale): string[] {
  const { code, message } = explain(row, (error) =>
    errorText(locale, error.code === 'transaction.file_reason' ? { code: 'transaction.file_no_reason' } : error),
  )
  const { cells, result, reversal, transactionId, oldStatus, newStatus } = row
  return [
    ...GIVEN_COLUMNS.map((name) => cells[name] ?? ''),
    reversal === 'reversed' ? reversal : (result ?? ''),
    code ?? '',
    message,
    transactionId ?? cells.transaction_id ?? '',
    oldStatus ?? '',
    newStatus ?? '',
  ]
}
