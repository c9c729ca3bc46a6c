import { accountStateRoutes } from '#domains/people/account-states/routes.ts'
import { accountRoutes } from '#domains/people/accounts/routes/account-routes.ts'
import { readNames } from '#domains/people/advertisers/queries.ts'
import { advertiserRoutes } from '#domains/people/advertisers/routes.ts'
import { followLinkCall } from '#domains/desk/api/contract/documentation.ts'
import { advertiserApiRoutes } from '#domains/desk/api/routes/advertiser-routes.ts'
import { apiRoutes } from '#domains/desk/api/routes/api-routes.ts'
import { documentationRoutes } from '#domains/desk/api/routes/documentation-routes.ts'
import { fieldRoutes } from '#domains/desk/api/routes/field-routes.ts'
import { keyRoutes } from '#domains/people/api-keys/routes.ts'
import { findHome } from '#domains/partners/applications/queries/onboarding.ts'
import { isUnconfirmed } from '#domains/partners/applications/queries/sign-ups.ts'
import { reviewRoutes } from '#domains/partners/applications/routes/review-routes.ts'
import { checkRoutes } from '#domains/money/ledger-checks/routes.ts'
import { visitorRoutes } from '#domains/partners/applications/routes/visitor-routes.ts'
import { budgetRoutes } from '#domains/partners/budgets/routes.ts'
import { claimRoutes } from '#domains/figures/claims/routes.ts'
import { noticeRoutes } from '#domains/people/notices/routes.ts'
import { closingRoutes } from '#domains/programmes/closings/routes.ts'
import { exchangeRoutes } from '#domains/books/exchange-rates/routes.ts'
import { bankRoutes } from '#domains/money/bank/routes.ts'
import { fundingRoutes } from '#domains/money/funding/routes.ts'
import { invitationRoutes } from '#domains/partners/invitations/routes/invitation-routes.ts'
import { invoiceRoutes } from '#domains/money/invoices/routes.ts'
import { legalRoutes } from '#domains/people/legal/routes.ts'
import { listingRoutes } from '#domains/partners/listings/routes.ts'
import { membershipRoutes } from '#domains/partners/memberships/routes/membership-routes.ts'
import { merchantRoutes } from '#domains/programmes/programs/routes/merchant-routes.ts'
import { paymentRoutes } from '#domains/money/payouts/routes/payment.ts'
import { scheduleRoutes } from '#domains/money/payouts/routes/schedule.ts'
import { runRoutes } from '#domains/money/payouts/routes/runs.ts'
import { statementRoutes } from '#domains/money/payouts/routes/statements.ts'
import { programHistoryRoutes } from '#domains/programmes/programs/routes/history-routes.ts'
import { programRoutes } from '#domains/programmes/programs/routes/program-routes.ts'
import { privacyRoutes } from '#domains/desk/privacy/routes.ts'
import { linkTestRoutes } from '#domains/tracking/promotions/routes/link-test-routes.ts'
import { promotionRoutes } from '#domains/tracking/promotions/routes/promotion-routes.ts'
import { publisherRoutes, subAccountRoutes } from '#domains/people/publishers/routes.ts'
import { reportRoutes } from '#domains/figures/reports/routes.ts'
import { searchRoutes } from '#domains/desk/search/routes.ts'
import { setupRoutes } from '#domains/partners/setup/routes.ts'
import { taxRoutes } from '#domains/people/taxes/routes.ts'
import { teamRoutes } from '#domains/people/teams/routes.ts'
import { termsRoutes } from '#domains/partners/terms/routes/advertiser-routes.ts'
import { postbackRoutes } from '#domains/partners/tracking-health/routes/postback-routes.ts'
import { walkRoutes } from '#domains/partners/tracking-health/routes/walk-routes.ts'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import { createHitRoutes } from '#domains/tracking/tracking/routes/hit-routes.ts'
import { installationRoutes } from '#domains/tracking/tracking/routes/installation-routes.ts'
import { mintTestClick, readTestClick, testClickKey } from '#domains/tracking/tracking/routes/test-click.ts'
import { trackingRoutes } from '#domains/tracking/tracking/routes/link-routes.ts'
import type { TokenSource } from '#domains/orders/transactions/commands/receive-postback.ts'
import { reportOrderCall } from '#domains/orders/transactions/contract/postback.ts'
import { decisionFileRoutes } from '#domains/orders/transactions/routes/decision-file.ts'
import { decisionSourceRoutes } from '#domains/orders/decision-sources/routes.ts'
import { evidenceRoutes } from '#domains/orders/transactions/routes/evidence.ts'
import { couponLeakRoutes } from '#domains/orders/transactions/routes/coupon-leaks.ts'
import { orderRoutes } from '#domains/orders/transactions/routes/orders.ts'
import { transactionNoteRoutes } from '#domains/orders/transactions/routes/reply-timeline.ts'
import { transactionRoutes } from '#domains/orders/transactions/routes/transaction-routes.ts'
import { viewRoutes } from '#domains/desk/saved-views/routes.ts'
import type { Config } from '#platform/server/config.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'
import { composeExport, erasure } from './privacy.ts'
import { savedLists } from './saved-lists.ts'
import { listWaiting } from './waiting.ts'

/** The secret keys, the sealing, the table of countries and the token of the mailbox, for the routes that need them. */
export interface RouteServices {
  secrets: AppSecrets
  sealing: Sealing
  findCountry: FindCountry
  /** Opens the mailbox of this start, if there is one. */
  mailboxToken?: string | undefined
  /** Fetches pages that users name. Only tests pass one, with their own resolver and connector. */
  outbound?: OutboundClient | undefined
}

/** Collects the routes of all domains. A new domain adds its line here. */
export function composeRoutes(config: Config, services: RouteServices): Route[] {
  const { secrets, sealing, findCountry, mailboxToken, outbound } = services
  const client = outbound ?? new OutboundClient({ userAgent: `${config.network.name} (+${config.publicUrl})` })
  const [tokenKey, testKey] = [clickTokenKey(secrets.clickToken), testClickKey(secrets.clickToken)]
  const tokens = createTokenSource({ tokenKey, testKey })
  const routes = [
    ...accountRoutes({
      sealing,
      findCountry,
      addressKey: secrets.addresses,
      mailboxToken,
      findHome,
      isUnconfirmed,
    }),
    ...visitorRoutes({ addressKey: secrets.addresses }),
    ...checkRoutes,
    ...reviewRoutes,
    ...advertiserRoutes,
    ...teamRoutes({ readNames, listWaiting }),
    ...closingRoutes,
    ...noticeRoutes,
    ...publisherRoutes,
    ...subAccountRoutes,
    ...accountStateRoutes,
    ...paymentRoutes({ sealing }),
    ...taxRoutes({ sealing }),
    ...claimRoutes({ sealing }),
    ...composeProgramRoutes(),
    ...trackingRoutes,
    ...createHitRoutes(tokenKey),
    ...installationRoutes(client),
    ...promotionRoutes,
    ...linkTestRoutes({ outbound: client, mintTestClick: (click) => mintTestClick(testKey, click) }),
    ...transactionRoutes,
    ...transactionNoteRoutes,
    ...orderRoutes,
    ...couponLeakRoutes,
    ...decisionFileRoutes,
    ...decisionSourceRoutes,
    ...postbackRoutes({ tokens }),
    ...evidenceRoutes(sealing),
    ...termsRoutes,
    ...setupRoutes({ outbound: client, mintTestClick: (click) => mintTestClick(testKey, click) }),
    ...walkRoutes({ outbound: client, mintTestClick: (click) => mintTestClick(testKey, click) }),
    ...reportRoutes,
    ...statementRoutes(config, sealing),
    ...scheduleRoutes,
    ...runRoutes({ sealing, networkName: config.network.name, payer: config.payer }),
    ...budgetRoutes,
    ...fundingRoutes({ payer: config.payer }),
    ...invoiceRoutes(config),
    ...exchangeRoutes({ isFetched: config.exchangeRatesUrl !== undefined }),
    ...bankRoutes({ isFetched: config.bankFileUrl !== undefined, payingIban: config.payer?.iban }),
    ...keyRoutes,
    ...apiRoutes(sealing),
    ...advertiserApiRoutes,
    ...fieldRoutes,
    ...legalRoutes(config),
    ...viewRoutes(savedLists),
    ...searchRoutes(clickTokenKey(secrets.clickToken)),
    ...privacyRoutes({ parts: composeExport(sealing), erasure }),
  ]
  const endpoints = routes.map(({ endpoint }) => endpoint)
  return [...routes, ...documentationRoutes([followLinkCall, reportOrderCall, ...endpoints], config)]
}

/** Collects the routes of programmes and of the publishers who take part in them. */
function composeProgramRoutes(): Route[] {
  return [
    ...programRoutes,
    ...programHistoryRoutes,
    ...merchantRoutes,
    ...membershipRoutes,
    ...invitationRoutes(),
    ...listingRoutes,
  ]
}

type TokenKeys = Record<'tokenKey' | 'testKey', ReturnType<typeof clickTokenKey>>

function createTokenSource({ tokenKey, testKey }: TokenKeys): TokenSource {
  return {
    readClickToken: (token) => readClickToken(tokenKey, token),
    readTestClick: (token) => readTestClick(testKey, token),
  }
}
