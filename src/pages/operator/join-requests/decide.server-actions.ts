import type { Call } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'
import { decideMembershipCall } from '#domains/programmes/programs/contract/membership.ts'
import type { MembershipDecision } from '#domains/programmes/programs/rules.ts'

/** Builds the handlers of the buttons of a `MembershipTable`. */
export function decisionActs(call: Call) {
  const decide = (decision: MembershipDecision) => (form: FormData) => {
    const params = { program_id: readText(form, 'program_id'), publisher_id: readText(form, 'publisher_id') }
    return call(decideMembershipCall, { params, body: { decision, reason: readText(form, 'reason') } })
  }
  return { approve: decide('approve'), decline: decide('decline'), suspend: decide('suspend') }
}
