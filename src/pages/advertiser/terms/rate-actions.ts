import { discardDraftCall, publishDraftCall, removeRateCall } from '#domains/partners/terms/contract/advertiser.ts'
import {
  replayDraftCall,
  saveOrderTermsCall,
  saveRateCall,
  withdrawTermsCall,
} from '#domains/partners/terms/contract/advertiser.ts'
import { methodField, readOrderTermsForm } from '#domains/programmes/programs/web/program-input.ts'
import type { Call, InputOf } from '#kernel/endpoint.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { readText } from '#platform/web/intents.ts'

/** Builds the actions of the page of rates. */
export function buildRateActions(call: Call, form: FormData) {
  const revision = readText(form, 'revision')
  return {
    rate: () => call(saveRateCall, { body: readRate(form) }),
    orderTerms: () => {
      const restricts = PROMOTION_METHODS.flatMap((method) => {
        const stance = readText(form, methodField(method)) as '' | 'none' | 'under_condition'
        return stance === '' ? [] : [{ method, stance: stance === 'none' ? null : stance }]
      })
      return call(saveOrderTermsCall, { body: { revision, ...readOrderTermsForm(form), restricts } })
    },
    remove: () => {
      const name = { rule: readText(form, 'rule'), action_type: readText(form, 'action_type') }
      return call(removeRateCall, { body: { revision, ...name } })
    },
    discard: () => call(discardDraftCall, { body: { revision } }),
    replay: () => call(replayDraftCall, { body: { revision } }),
    publish: () => call(publishDraftCall, { body: { revision, effective_on: readText(form, 'effective_on') } }),
    withdraw: () => call(withdrawTermsCall, { body: { version: readText(form, 'version') } }),
  }
}

type RateInput = InputOf<typeof saveRateCall>['body']

function readRate(form: FormData): RateInput {
  const rule = readText(form, 'replaces.rule')
  return {
    revision: readText(form, 'revision'),
    ...(rule === '' ? {} : { replaces: { rule, action_type: readText(form, 'replaces.action_type') } }),
    action_type: readText(form, 'action_type'),
    publisher_id: readText(form, 'publisher_id'),
    group_id: readText(form, 'group_id'),
    product_group: readText(form, 'product_group'),
    region: readText(form, 'region'),
    customer: readText(form, 'customer') as NonNullable<RateInput['customer']> | '',
    starts_on: readText(form, 'starts_on'),
    ends_on: readText(form, 'ends_on'),
    kind: readText(form, 'kind') as RateInput['kind'],
    value: readText(form, 'value'),
  }
}
