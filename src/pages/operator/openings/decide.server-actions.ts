import { decideOpeningCall } from '#domains/partners/setup/contract/operator.ts'
import type { OpeningDecision } from '#domains/partners/setup/rules.ts'
import type { Call } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'

/** Builds the handlers of the buttons of `OpeningActions`. */
export function openingActs(call: Call) {
  const decide = (decision: OpeningDecision) => (form: FormData) => {
    const params = { advertiser_id: readText(form, 'advertiser_id') }
    return call(decideOpeningCall, { params, body: { decision, reason: readText(form, 'reason') } })
  }
  return { approveOpening: decide('approve'), declineOpening: decide('decline') }
}
