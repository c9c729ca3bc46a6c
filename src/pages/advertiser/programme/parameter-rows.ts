import { listPostbackParameters } from '#domains/orders/transactions/contract/postback-reference.ts'
import type { ParameterReference } from '#domains/orders/transactions/contract/postback-reference.ts'
import type { WebSession } from '#platform/web/call-context.ts'
import type { Messages } from '#texts/texts.ts'

/** A parameter of `/postback` with its meaning and the sentence of each reason, in the language of the session. */
export interface ParameterRow extends Omit<ParameterReference, 'reasons'> {
  meaning: string
  reasons: readonly { code: string; sentence: string }[]
}

/** Builds the rows of the reference. The meanings are those of the documented call. */
export function buildParameterRows(session: Pick<WebSession, 'texts' | 'errorText'>): ParameterRow[] {
  const { operations } = session.texts('api-calls')['api-calls'] as Messages['api-calls']
  const meanings = operations.reportOrder.fields
  return listPostbackParameters().map((parameter) => ({
    ...parameter,
    meaning: meanings[parameter.name],
    reasons: parameter.reasons.map((code) => ({ code, sentence: session.errorText({ code: `postback.${code}` }) })),
  }))
}
