import type { TeamAccess } from '#kernel/access.ts'

const promotions = '/api/v1/advertiser/:advertiser_id/promotions'
const brand = '/api/v1/brand'
const claim = `${brand}/claims/:claim_id`
const files = `${brand}/decision-files`
const order = `${brand}/transactions/:publisher_id/:transaction_id`

/** The endpoints of the members of an advertiser's team, by the act that a role must include. */
export const teamEndpoints: Partial<Record<TeamAccess, readonly string[]>> = {
  'advertiser:see': [
    `GET ${brand}`,
    `GET ${brand}/claims`,
    `GET ${claim}`,
    `GET ${claim}/files/:sequence`,
    `GET ${files}`,
    `GET ${files}/:file_id`,
    `GET ${files}/:file_id/lines`,
    `GET ${files}/:file_id/result`,
    `GET ${brand}/home`,
    `GET ${brand}/join-requests`,
    `GET ${brand}/orders`,
    `GET ${brand}/orders/history/:publisher_id`,
    `GET ${brand}/orders/summary`,
    `GET ${brand}/postbacks`,
    `GET ${brand}/postbacks/:postback_id`,
    `GET ${brand}/rates`,
    `GET ${brand}/report`,
    `GET ${brand}/report/cohorts`,
    `GET ${brand}/report/download`,
    `GET ${brand}/secrets`,
    `GET ${brand}/setup`,
    `GET ${brand}/team`,
    `POST ${brand}/team/leave`,
    `GET ${brand}/test-click`,
    `GET ${brand}/test-walks/:walk_id`,
    `GET ${brand}/transactions`,
    `GET ${order}`,
    `GET ${order}/evidence/:sequence`,
    `GET ${brand}/transactions/due`,
    `GET ${brand}/transactions/summary`,
  ],
  'advertiser:see_money': [
    `GET ${brand}/billing`,
    `GET ${brand}/funds`,
    `GET ${brand}/invoices`,
    `GET ${brand}/invoices/:invoice_id/csv`,
    `GET ${brand}/invoices/:invoice_id/pdf`,
  ],
  'advertiser:note': [`POST ${order}/notes`],
  'advertiser:decide': [
    ...['accept', 'ask', 'refuse'].map((verb) => `POST ${claim}/${verb}`),
    `POST ${files}/:file_id/decide`,
    `POST ${files}/:file_id/reverse`,
    `POST ${files}/csv/:mode`,
    `POST ${files}/json`,
    `POST ${brand}/orders/decide`,
    `POST ${brand}/transactions/decide`,
  ],
  'advertiser:run_programme': [
    `POST ${brand}/company`,
    `POST ${brand}/opening`,
    `POST ${brand}/opening/withdraw`,
    `POST ${brand}/program`,
  ],
  'advertiser:set_terms': [
    `POST ${brand}/rates/draft/discard`,
    `POST ${brand}/rates/draft/lines`,
    `POST ${brand}/rates/draft/publish`,
    `POST ${brand}/rates/draft/remove`,
    `POST ${brand}/rates/withdraw`,
    `POST ${brand}/terms`,
  ],
  'advertiser:integrate': [
    `POST ${brand}/declared-domains/:domain_id/remove`,
    `POST ${brand}/domains`,
    `POST ${brand}/domains/:pending_domain_id/check`,
    `POST ${brand}/domains/:pending_domain_id/withdraw`,
    `POST ${brand}/postbacks/:postback_id/replay`,
    `POST ${brand}/postbacks/dry-run`,
    `POST ${brand}/test-walks`,
    `POST ${brand}/test-walks/:walk_id/step`,
  ],
  'advertiser:manage_keys': [`POST ${brand}/secrets`, `POST ${brand}/secrets/:secret_id/revoke`],
  'advertiser:manage_team': [
    `POST ${brand}/team`,
    ...['invite', 'remove', 'role'].map((verb) => `POST ${brand}/team/:member_id/${verb}`),
  ],
  'advertiser-operator:see': [`GET ${promotions}`, `GET ${promotions}/:promotion_id`],
  'advertiser-operator:promote': [
    `POST ${promotions}`,
    `POST ${promotions}/:promotion_id`,
    `POST ${promotions}/:promotion_id/coupon`,
    `POST ${promotions}/:promotion_id/end`,
    `POST ${promotions}/import`,
  ],
  'advertiser-operator:decide': ['POST /api/v1/decision-evidence'],
}
