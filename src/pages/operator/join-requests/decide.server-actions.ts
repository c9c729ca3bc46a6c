import type { Call } from '#kernel/endpoint.ts'
import { textOf } from '#platform/web/intents.ts'
import { decideMembershipCall } from '#domains/programs/contract/membership.ts'
import type { MembershipDecision } from '#domains/programs/rules.ts'

/** Builds the handlers of the buttons of a `MembershipTable`. */
export function decisionActs(call: Call) {
  const decide = (decision: MembershipDecision) => (form: FormData) => {
    const params = { program_id: textOf(form, 'program_id'), publisher_id: textOf(form, 'publisher_id') }
    return call(decideMembershipCall, { params, body: { decision, reason: textOf(form, 'reason') } })
  }
  return { approve: decide('approve'), decline: decide('decline'), suspend: decide('suspend') }
}
