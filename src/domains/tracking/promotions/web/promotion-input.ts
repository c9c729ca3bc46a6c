import type { Call, InputOf } from '#kernel/endpoint.ts'
import { readText } from '#platform/web/intents.ts'
import {
  assignCouponCall,
  createPromotionCall,
  endPromotionCall,
  testLinkCall,
  updatePromotionCall,
} from '../contract/managed.ts'
import { NEW_PROMOTION, TEST_FIELD } from '../rules.ts'

type Body = InputOf<typeof createPromotionCall>['body']

function readPromotionForm(form: FormData): Body {
  return {
    type: readText(form, 'type') as Body['type'],
    title: readText(form, 'title'),
    description: readText(form, 'description'),
    code: readText(form, 'code'),
    category: readText(form, 'category') as Body['category'],
    commission: readText(form, 'commission'),
    url: readText(form, 'url'),
    start: readText(form, 'start'),
    end: readText(form, 'end'),
  }
}

interface EditorIds {
  advertiserId: string
  /** The id of the promotion, or `NEW_PROMOTION`. */
  promotionId: string
}

/** Builds the actions of the page of one promotion. `onCreate` gets the id of a new promotion and redirects. */
export function buildEditorActions(call: Call, ids: EditorIds, onCreate: (promotionId: number) => never) {
  const params = { advertiser_id: ids.advertiserId, promotion_id: ids.promotionId }
  return {
    save: async (form: FormData) => {
      if (form.has(TEST_FIELD)) {
        const body = { url: readText(form, 'url') }
        return call(testLinkCall, { params: { advertiser_id: ids.advertiserId }, body })
      }
      const body = readPromotionForm(form)
      if (ids.promotionId !== NEW_PROMOTION) return call(updatePromotionCall, { params, body })
      const { promotion_id: promotionId } = await call(createPromotionCall, { params, body })
      return onCreate(promotionId)
    },
    end: () => call(endPromotionCall, { params }),
    assign: (form: FormData) => call(assignCouponCall, { params, body: { site_key: readText(form, 'site_key') } }),
  }
}
