import type { Call } from '#kernel/endpoint.ts'
import type { PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { INTENT_FIELD } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { requestJoinCall } from '#domains/programmes/programs/contract/membership.ts'
import { deleteShortLinkCall, makeLinksCall, makeShortLinkCall } from '#domains/tracking/tracking/contract.ts'
import type { LinkAnswer, ShortLinkView } from '#domains/tracking/tracking/contract.ts'

/**
 * Makes the links that a form of `/custom_link` asks for. The intents `join` and `request` join a programme before;
 * `delete` deletes a short link and makes none.
 */
export async function runLinkForm(call: Call, form: FormData, body: LinkBody): Promise<Made> {
  const intent = readText(form, INTENT_FIELD)
  if (intent === 'delete') {
    await call(deleteShortLinkCall, { params: { link_id: readText(form, 'link_id') } })
    return { links: [] }
  }
  if (intent === 'make') return { ...(await shorten(call, form, body)), ...(await call(makeLinksCall, { body })) }
  return { membership: await join(call, form), ...(await call(makeLinksCall, { body })) }
}

interface Made {
  links: LinkAnswer[]
  short?: ShortLinkView
  membership?: 'pending' | 'joined' | 'declined'
}

interface LinkBody extends Partial<Record<'id' | 'sub2' | 'sub3' | 'sub4' | 'sub5', string>> {
  key: string
  urls: string[]
}

/** Makes the short link whose ending the form names, if it names one. It leads to one page. */
async function shorten(call: Call, form: FormData, { urls, ...body }: LinkBody): Promise<Omit<Made, 'links'>> {
  const ending = readText(form, 'ending')
  if (ending === '') return {}
  const [url = ''] = urls.length === 1 ? urls : []
  return { short: (await call(makeShortLinkCall, { body: { ...body, url, ending } })).link }
}

async function join(call: Call, form: FormData): Promise<Made['membership']> {
  const methods = readText(form, 'methods').split(',').filter(Boolean) as PromotionMethod[]
  const params = { advertiser_id: readText(form, 'advertiser_id') }
  return (await call(requestJoinCall, { params, body: { message: readText(form, 'message'), methods } })).status
}
