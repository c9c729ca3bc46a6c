import type errors from '#texts/en/errors.json'

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** A code of `texts/{en,zh}/errors.json`, by its path: `login.incorrect`. Each has one sentence per language. */
export type ErrorCode = Paths<typeof errors>

/** The placeholders of the sentences. A test compares them with the texts. */
export const ERROR_PARAMS = {
  bad_request: ['detail'],
  'cell.ambiguous_amount': ['found', 'one', 'other'],
  'cell.decimals': ['found', 'currency', 'digits'],
  'cell.ambiguous_day': ['found', 'one', 'other'],
  too_many_failures: ['seconds'],
  'request.encoding': ['encoding'],
  'input.type': ['expected'],
  'input.value': ['expected'],
  'input.option': ['options'],
  'input.too_big': ['limit', 'unit'],
  'input.too_small': ['limit', 'unit'],
  'input.format': ['format'],
  'input.unknown_keys': ['count', 'keys'],
  'input.characters': ['max'],
  'input.one_of': ['name', 'values'],
  'input.whole_number': ['min', 'max'],
  'account.54': ['field'],
  'signup.26': ['field'],
  'sub_account.too_many': ['max'],
  'advertiser.region': ['code'],
  'setup.too_many_hosts': ['max'],
  'setup.method_in_use': ['method'],
  'pause.notice': ['from'],
  too_many_secrets: ['max'],
  decision_does_not_fit: ['status'],
  'key.scope': ['scope'],
  'key.too_fast': ['max'],
  'key.too_many': ['max'],
  'api.page': ['max'],
  'api.span': ['days'],
  'rates.no_restriction': ['method'],
  'rates.too_many': ['max'],
  'rates.too_many_events': ['max'],
  'rates.no_event_rate': ['event'],
  'rates.mixed': ['event'],
  'rates.too_early': ['day'],
  'program.terms_notice': ['count', 'day'],
  'rates.too_many_groups': ['max'],
  'membership.too_many_tags': ['max'],
  'membership.priced_group': ['name'],
  'invitation.event_twice': ['event'],
  'invitation.expiry': ['first', 'last'],
  'invitation.too_soon': ['day'],
  'invitation.budget_used': ['limit'],
  'transaction.already_decided': ['status'],
  'transaction.extended_enough': ['max'],
  'transaction.no_rate': ['currency'],
  'transaction.too_many': ['max'],
  'bank.entry': ['line'],
  'bank.entry_cells': ['line'],
  'csv.column_missing': ['names'],
  'csv.column_unknown': ['name', 'columns'],
  'bank.entry_ambiguous': ['found', 'line', 'one', 'other'],
  'bank.entry_decimals': ['found', 'line', 'currency'],
  'bank.entry_day': ['found', 'line', 'one', 'other'],
  'bank.unknown_currency': ['line', 'currency'],
  'bank.too_many': ['max'],
  'bank.currency': ['currency', 'base'],
  'bank.looks_like': ['reference', 'day'],
  'exchange.first_rate': ['currency', 'order', 'usd'],
  'exchange.far_rate': ['order', 'usd', 'before', 'currency'],
  'exchange.inverse_rate': ['currency', 'order', 'usd', 'before'],
  'budget.too_many': ['max'],
  'funding.refund_above': ['free'],
  'funding.taken_back_above': ['paid'],
  'funding.limit_in_use': ['used'],
  'claim.programme_ended': ['day'],
  'claim.too_old': ['days'],
  'claim.currency': ['currency'],
  'claim.too_many_open': ['max'],
  'claim.too_many_today': ['max'],
  'file.quota': ['megabytes', 'files'],
  'transaction.alias_many': ['max'],
  'transaction.file_items': ['max'],
  'transaction.file_twice': ['lines'],
  'transaction.file_part': ['line'],
  'transaction.file_part_other': ['line'],
  'transaction.file_part_wrong': ['line'],
  'transaction.file_reason': ['reasons'],
  'transaction.file_currency': ['currency'],
  'transaction.file_waiting': ['max'],
  'transaction.file_room': ['max'],
  'link.too_many': ['max'],
  'short_link.ending': ['min', 'max'],
  'short_link.undeclared': ['host'],
  'short_link.too_many': ['max'],
  'postback_hint.macro_not_replaced': ['parameter'],
  'postback_hint.unknown_name': ['parameter', 'meant'],
  'postback_hint.not_normalized': ['parameter'],
  'replay.too_many_parameters': ['max'],
  'note.too_many': ['max'],
  'promotion.host': ['host'],
  'promotion.import_rows': ['max'],
  'report.years': ['field', 'day'],
  'fetch.status': ['status'],
  'report.range_order': ['begin', 'end'],
  'report.range_long': ['days'],
  'hit.range_long': ['days'],
  'team.too_many': ['max'],
  'team.too_many_teams': ['max'],
  'closing.day': ['from', 'until'],
  'view.query': ['parameter'],
  'view.too_many': ['max'],
  'view.too_many_mails': ['max'],
  'view.too_many_pinned': ['max'],
  'view.unknown_filter': ['parameter'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>

/** A value for a placeholder; `text` is the path of another text in the same language: `sign-up.field.country`. */
export type ErrorParam = string | number | { text: string }

type Params = typeof ERROR_PARAMS

type ParamsOf<C extends keyof Params> = Record<Params[C][number], ErrorParam>

/** A code with the parameters of its sentence. `errorText` builds the sentence where the response is written. */
export type CodedError =
  | { code: Exclude<ErrorCode, keyof Params>; params?: undefined }
  | { [C in keyof Params]: { code: C; params: ParamsOf<C> } }[keyof Params]

/** Encodes a code as the message of a zod rule, which must be a string: `z.string().max(9, coded('long'))`. */
export function coded<C extends ErrorCode>(
  code: C,
  ...[params]: C extends keyof Params ? [params: ParamsOf<C>] : []
): string {
  return JSON.stringify({ code, params })
}
