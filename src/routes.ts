import { index, layout, route } from '@react-router/dev/routes'
import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes'

/**
 * Pages of the public site. They stay small because `@mantine/core` is not loaded around them; a part that uses it
 * brings its own `MantineRoot`.
 */
const publicPages: RouteConfigEntry[] = [
  index('pages/public/home/home-page.tsx'),
  route('about-us', 'pages/public/about/about-page.tsx'),
  // Publishers see their list of programmes under this address instead (pages/shell/route-ids.ts).
  route('advertisers', 'pages/public/advertisers/advertisers-page.tsx', { id: 'visitors-advertisers' }),
  route('contact-us', 'pages/public/contact/contact-page.tsx'),
  route('features', 'pages/public/features/features-page.tsx'),
  route('forget-password', 'pages/public/password/forgot-page.tsx'),
  route('help', 'pages/public/help/help-page.tsx'),
  route('imprint', 'pages/public/legal/imprint-page.tsx'),
  route('login-advertiser', 'pages/public/login/login-advertiser-page.tsx'),
  route('login-creator', 'pages/public/login/login-creator-page.tsx'),
  route('merchants', 'pages/public/merchants/merchants-page.tsx'),
  route('merchants/:publicId/:slug', 'pages/public/merchants/merchant-page.tsx'),
  route('privacy-policy', 'pages/public/legal/privacy-page.tsx'),
  route('publisher', 'pages/public/publisher/publisher-page.tsx'),
  route('referral-program', 'pages/public/referral/referral-page.tsx'),
  route('reset-password/:token', 'pages/public/password/reset-page.tsx'),
  route('stop-digest/:token', 'pages/public/stop-mail/stop-digest-page.tsx'),
  route('stop-mail/:token', 'pages/public/stop-mail/stop-mail-page.tsx'),
  route('sign-up', 'pages/public/sign-up/sign-up-page.tsx'),
  route('sign-up-advertiser', 'pages/public/sign-up/sign-up-advertiser-page.tsx'),
  route('sign-up-creator', 'pages/public/sign-up/sign-up-creator-page.tsx'),
  route('t-cs', 'pages/public/legal/conditions-page.tsx'),
  route('terms-of-service', 'pages/public/legal/terms-page.tsx'),
]

/** Pages with the public shell for visitors and the console's for accounts. */
const sharedPages: RouteConfigEntry[] = [
  route('api_doc', 'pages/publisher/api-doc/api-doc-page.tsx'),
  route('mailbox', 'pages/public/mailbox/mailbox-page.tsx'),
  route('mailbox/:messageId', 'pages/public/mailbox/mail-page.tsx'),
]

/** Pages behind the login: the publisher's, the advertiser's and the operator's. */
const consolePages: RouteConfigEntry[] = [
  route('account', 'pages/publisher/account/account-page.tsx', { id: 'publishers-account' }),
  // Publishers see their own page under this address (pages/shell/route-ids.ts).
  route('account', 'pages/signed-in/account/account-page.tsx', { id: 'others-account' }),
  route('account/erase', 'pages/signed-in/account/erase-account-page.tsx'),
  route('account/verify-password', 'pages/signed-in/account/verify-password-page.tsx'),
  route('advertisers', 'pages/publisher/advertisers/advertisers-page.tsx', { id: 'publishers-advertisers' }),
  route('brand/promotions/calendar', 'pages/advertiser/promotions/calendar-page.tsx'),
  route('brand/promotions', 'pages/advertiser/promotions/promotions-page.tsx', [
    route(':promotionId', 'pages/advertiser/promotions/promotion-page.tsx'),
  ]),
  route('brand', 'pages/advertiser/home/home-page.tsx'),
  route('brand/api', 'pages/advertiser/api/api-page.tsx'),
  route('brand/billing', 'pages/advertiser/billing/billing-page.tsx'),
  route('brand/billing/lines', 'pages/advertiser/billing/lines-page.tsx'),
  route('brand/budget', 'pages/advertiser/budget/budget-page.tsx'),
  route('brand/brands', 'pages/advertiser/own-advertisers/own-advertisers-page.tsx'),
  route('brand/claims', 'pages/advertiser/claims/claims-page.tsx', { id: 'brand-claims' }),
  route('brand/claims/:claimId', 'pages/advertiser/claims/claim-page.tsx', { id: 'brand-claim' }),
  route('brand/company', 'pages/advertiser/set-up/company-page.tsx'),
  route('brand/hosts', 'pages/advertiser/set-up/hosts-page.tsx'),
  route('brand/publishers', 'pages/advertiser/publishers/publishers-page.tsx'),
  route('brand/publishers/:publisherId', 'pages/advertiser/publishers/publisher-page.tsx', { id: 'brand-publisher' }),
  route('brand/publishers/find', 'pages/advertiser/publishers/find-page.tsx', [
    route('new/:publisherId', 'pages/advertiser/publishers/invite-page.tsx', { id: 'invite-found' }),
  ]),
  route('brand/publishers/rules', 'pages/advertiser/publishers/rules-page.tsx'),
  route('brand/publishers/requests', 'pages/advertiser/publishers/requests-page.tsx', [
    route(':publisherId', 'pages/advertiser/publishers/request-page.tsx'),
  ]),
  route('brand/publishers/invitations', 'pages/advertiser/publishers/invitations-page.tsx', [
    route('new/:publisherId', 'pages/advertiser/publishers/invite-page.tsx'),
    route(':invitationId', 'pages/advertiser/publishers/invitation-page.tsx'),
  ]),
  route('brand/reports', 'pages/advertiser/reports/reports-page.tsx'),
  route('brand/close', 'pages/advertiser/close/close-page.tsx'),
  route('brand/notices', 'pages/advertiser/notices/notices-page.tsx'),
  route('brand/programme', 'pages/advertiser/programme/programme-page.tsx'),
  route('brand/team', 'pages/advertiser/team/team-page.tsx'),
  route('brand/terms', 'pages/advertiser/set-up/terms-page.tsx'),
  route('brand/terms/calculator', 'pages/advertiser/terms/calculator-page.tsx', { id: 'brand-calculator' }),
  route('brand/terms/notices', 'pages/advertiser/terms/notices-page.tsx'),
  route('brand/test', 'pages/advertiser/set-up/test-page.tsx'),
  route('claims', 'pages/publisher/claims/claims-page.tsx'),
  route('claims/new', 'pages/publisher/claims/new-claim-page.tsx'),
  route('claims/:claimId', 'pages/publisher/claims/claim-page.tsx'),
  route('custom_link', 'pages/publisher/custom-link/custom-link-page.tsx'),
  route('hits', 'pages/publisher/hits/hits-page.tsx'),
  route('installation', 'pages/publisher/installation/installation-page.tsx'),
  route('invitations', 'pages/publisher/invitations/invitations-page.tsx', { id: 'own-invitations' }),
  route('invitations/:invitationId', 'pages/publisher/invitations/invitation-page.tsx', { id: 'own-invitation' }),
  route('operator/advertisers', 'pages/operator/advertisers/advertisers-page.tsx'),
  route('operator/advertisers/:advertiserId', 'pages/operator/advertisers/advertiser-page.tsx'),
  route('operator/advertisers/:advertiserId/promotions', 'pages/operator/promotions/advertiser-promotions-page.tsx'),
  route('operator/advertisers/:advertiserId/promotions/:promotionId', 'pages/operator/promotions/promotion-page.tsx'),
  route('operator/promotions', 'pages/operator/promotions/promotions-page.tsx'),
  route('operator/claims', 'pages/operator/claims/claims-page.tsx', { id: 'network-claims' }),
  route('operator/claims/:claimId', 'pages/operator/claims/claim-page.tsx', { id: 'network-claim' }),
  route('operator/hits', 'pages/operator/hits/network-hits-page.tsx'),
  route('operator/join-requests', 'pages/operator/join-requests/join-requests-page.tsx'),
  route('operator/money', 'pages/operator/money/money-page.tsx'),
  route('operator/money/exchange-rates', 'pages/operator/money/exchange-rates-page.tsx'),
  route('operator/money/advertisers', 'pages/operator/money/funding-page.tsx'),
  route('operator/money/advertisers/:advertiserId', 'pages/operator/money/advertiser-funds-page.tsx'),
  route('operator/money/bank', 'pages/operator/money/bank-page.tsx'),
  route('operator/money/invoices', 'pages/operator/money/invoices-page.tsx'),
  route('operator/money/tax-forms', 'pages/operator/money/tax-forms-page.tsx'),
  route('operator/money/runs', 'pages/operator/money/runs-page.tsx'),
  route('operator/money/runs/:runId', 'pages/operator/money/run-page.tsx'),
  route('operator/openings', 'pages/operator/openings/openings-page.tsx'),
  route('operator/publishers', 'pages/operator/publishers/publishers-page.tsx'),
  route('operator/publishers/:publisherId', 'pages/operator/publishers/publisher-page.tsx'),
  route('payments', 'pages/publisher/payments/payments-page.tsx'),
  route('payments/:payoutId', 'pages/publisher/payments/payment-page.tsx'),
  route('promotions', 'pages/publisher/promotions/promotions-page.tsx'),
  route('rates/:advertiserId', 'pages/publisher/rates/rates-page.tsx'),
  route('rates/:advertiserId/calculator', 'pages/publisher/rates/calculator-page.tsx'),
  route('transactions', 'pages/publisher/transactions/transactions-page.tsx', [
    route(':transactionId', 'pages/publisher/transactions/transaction-page.tsx'),
  ]),
  route('brand/tracking', 'pages/advertiser/tracking/tracking-page.tsx'),
  route('brand/tracking/orphans', 'pages/advertiser/tracking/orphans-page.tsx'),
  route('brand/tracking/test', 'pages/advertiser/tracking/test-order-page.tsx'),
  route('brand/tracking/test/:walkId', 'pages/advertiser/tracking/test-walk-page.tsx'),
  route('brand/tracking/try', 'pages/advertiser/tracking/try-page.tsx'),
  route('brand/tracking/postbacks/:postbackId', 'pages/advertiser/tracking/postback-page.tsx'),
  route('brand/orders', 'pages/advertiser/orders/orders-page.tsx', [
    route(':publisherId/:transactionId', 'pages/advertiser/orders/order-page.tsx'),
  ]),
  route('brand/transactions', 'pages/advertiser/transactions/transactions-page.tsx', [
    route(':publisherId/:transactionId', 'pages/advertiser/transactions/transaction-page.tsx'),
  ]),
  route('brand/transactions/source', 'pages/advertiser/transactions/decision-source-page.tsx'),
  route('brand/transactions/files', 'pages/advertiser/transactions/decision-files-page.tsx'),
  route('brand/transactions/files/:fileId', 'pages/advertiser/transactions/decision-file-page.tsx'),
  route('home', 'pages/publisher/home/home-page.tsx'),
  route('operator/applications', 'pages/operator/applications/applications-page.tsx'),
  route('operator/applications/:applicationId', 'pages/operator/applications/application-page.tsx'),
  route('operator', 'pages/operator/home.ts'),
  route('operator/terms', 'pages/operator/terms/terms-page.tsx'),
  route('operator/transactions', 'pages/operator/transactions/transactions-page.tsx', [
    route(':publisherId/:transactionId', 'pages/operator/transactions/transaction-page.tsx'),
  ]),
  route('performance/site_report', 'pages/publisher/performance/site-report-page.tsx'),
  route('performance/daily_report', 'pages/publisher/performance/daily-report-page.tsx'),
  route('performance/advertiser_report', 'pages/publisher/performance/advertiser-report-page.tsx'),
  route('performance/sub_id_report', 'pages/publisher/performance/sub-id-report-page.tsx'),
  route('views', 'pages/signed-in/views/views-page.tsx'),
  route('views/new', 'pages/signed-in/views/new-view-page.tsx'),
  route('views/:viewId', 'pages/signed-in/views/view-page.tsx'),
  route('views/:viewId/mail', 'pages/signed-in/views/mail-view-page.tsx'),
  route('operator/accounts', 'pages/operator/accounts/accounts-page.tsx'),
  route('operator/accounts/:accountId', 'pages/operator/accounts/account-data-page.tsx'),
]

/** The style guide: all components on one page in both colour schemes, for developers. */
const workshop: RouteConfigEntry[] =
  process.env.NODE_ENV === 'development' ? [route('styleguide', 'pages/shell/styleguide/styleguide-page.tsx')] : []

export default [
  layout('pages/shell/public-layout.tsx', [...publicPages, route('log-out', 'pages/shell/log-out.tsx')]),
  layout('pages/shell/shared-layout.tsx', [...sharedPages, ...workshop]),
  layout('pages/shell/console-layout.tsx', consolePages),
  route('preferences', 'pages/shell/preferences.ts'),
  route('*', 'pages/shell/unknown-page.ts'),
] satisfies RouteConfig
