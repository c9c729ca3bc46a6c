import { confirmDomainCall, skipTestCall } from '#domains/partners/setup/contract/operator.ts'
import type { Call } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'
import { openingActs } from '../openings/decide.server-actions.ts'

/** Builds the handlers of the buttons of a `SetupTab`. */
export function setupActs(call: Call, id: { advertiser_id: string }) {
  const skip = (is_skipped: boolean) => () => call(skipTestCall, { params: id, body: { is_skipped } })
  return {
    ...openingActs(call),
    confirmDomain: (form: FormData) =>
      call(confirmDomainCall, { params: { ...id, pending_domain_id: readText(form, 'pending_domain_id') } }),
    skipTest: skip(true),
    requireTest: skip(false),
  }
}
