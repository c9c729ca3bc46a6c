import { accountStateRoutes } from '#domains/account-states/routes.ts'
import { accountRoutes } from '#domains/accounts/routes/account-routes.ts'
import { readNames } from '#domains/advertisers/queries.ts'
import { advertiserRoutes } from '#domains/advertisers/routes.ts'
import { followLinkCall } from '#domains/api/contract/documentation.ts'
import { apiRoutes } from '#domains/api/routes/api-routes.ts'
import { documentationRoutes } from '#domains/api/routes/documentation-routes.ts'
import { fieldRoutes } from '#domains/api/routes/field-routes.ts'
import { keyRoutes } from '#domains/keys/routes.ts'
import { findHome } from '#domains/applications/queries/onboarding.ts'
import { isUnconfirmed } from '#domains/applications/queries/sign-ups.ts'
import { reviewRoutes } from '#domains/applications/routes/review-routes.ts'
import { checkRoutes } from '#domains/checks/routes.ts'
import { visitorRoutes } from '#domains/applications/routes/visitor-routes.ts'
import { budgetRoutes } from '#domains/budgets/routes.ts'
import { claimRoutes } from '#domains/claims/routes.ts'
import { noticeRoutes } from '#domains/notices/routes.ts'
import { closingRoutes } from '#domains/closings/routes.ts'
import { exchangeRoutes } from '#domains/exchange/routes.ts'
import { bankRoutes } from '#domains/bank/routes.ts'
import { fundingRoutes } from '#domains/funding/routes.ts'
import { invitationRoutes } from '#domains/invitations/routes/invitation-routes.ts'
import { invoiceRoutes } from '#domains/invoices/routes.ts'
import { legalRoutes } from '#domains/legal/routes.ts'
import { listingRoutes } from '#domains/listings/routes.ts'
import { membershipRoutes } from '#domains/memberships/routes/membership-routes.ts'
import { merchantRoutes } from '#domains/programs/routes/merchant-routes.ts'
import { paymentRoutes } from '#domains/payouts/routes/payment.ts'
import { scheduleRoutes } from '#domains/payouts/routes/schedule.ts'
import { runRoutes } from '#domains/payouts/routes/runs.ts'
import { statementRoutes } from '#domains/payouts/routes/statements.ts'
import { programHistoryRoutes } from '#domains/programs/routes/history-routes.ts'
import { programRoutes } from '#domains/programs/routes/program-routes.ts'
import { privacyRoutes } from '#domains/privacy/routes.ts'
import { linkTestRoutes } from '#domains/promotions/routes/link-test-routes.ts'
import { promotionRoutes } from '#domains/promotions/routes/promotion-routes.ts'
import { publisherRoutes, subAccountRoutes } from '#domains/publishers/routes.ts'
import { reportRoutes } from '#domains/reports/routes.ts'
import { searchRoutes } from '#domains/search/routes.ts'
import { setupRoutes } from '#domains/setup/routes.ts'
import { taxRoutes } from '#domains/taxes/routes.ts'
import { teamRoutes } from '#domains/teams/routes.ts'
import { termsRoutes } from '#domains/terms/routes/brand-routes.ts'
import { postbackRoutes } from '#domains/tracking-health/routes/postback-routes.ts'
import { walkRoutes } from '#domains/tracking-health/routes/walk-routes.ts'
import { clickTokenKey, readClickToken } from '#domains/tracking/routes/click-token.ts'
import { createHitRoutes } from '#domains/tracking/routes/hit-routes.ts'
import { installationRoutes } from '#domains/tracking/routes/installation-routes.ts'
import { mintTestClick, readTestClick, testClickKey } from '#domains/tracking/routes/test-click.ts'
import { trackingRoutes } from '#domains/tracking/routes/link-routes.ts'
import type { TokenSource } from '#domains/transactions/commands/receive-postback.ts'
import { reportOrderCall } from '#domains/transactions/contract/postback.ts'
import { decisionFileRoutes } from '#domains/transactions/routes/decision-file.ts'
import { decisionSourceRoutes } from '#domains/decision-sources/routes.ts'
import { evidenceRoutes } from '#domains/transactions/routes/evidence.ts'
import { couponLeakRoutes } from '#domains/transactions/routes/coupon-leaks.ts'
import { orderRoutes } from '#domains/transactions/routes/orders.ts'
import { transactionNoteRoutes } from '#domains/transactions/routes/reply-timeline.ts'
import { transactionRoutes } from '#domains/transactions/routes/transaction-routes.ts'
import { viewRoutes } from '#domains/views/routes.ts'
import type { Config } from '#platform/server/config.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import type { AppSecrets } from '#platform/server/secrets.ts'
import { getBranding } from './branding.ts'
import { composeExport, erasure } from './privacy.ts'
import { savedLists } from './saved-lists.ts'

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
  const branding = getBranding(config)
  const client = outbound ?? new OutboundClient({ userAgent: `${config.network.name} (+${config.publicUrl})` })
  const [tokenKey, testKey] = [clickTokenKey(secrets.clickToken), testClickKey(secrets.clickToken)]
  const tokens = createTokenSource({ tokenKey, testKey })
  const routes = [
    ...accountRoutes({
      branding,
      sealing,
      findCountry,
      addressKey: secrets.addresses,
      mailboxToken,
      findHome,
      isUnconfirmed,
    }),
    ...visitorRoutes({ branding, addressKey: secrets.addresses }),
    ...checkRoutes,
    ...reviewRoutes(branding),
    ...advertiserRoutes,
    ...teamRoutes({ branding, readNames }),
    ...closingRoutes(branding),
    ...noticeRoutes,
    ...publisherRoutes,
    ...subAccountRoutes(branding),
    ...accountStateRoutes(branding),
    ...paymentRoutes({ branding, sealing }),
    ...taxRoutes({ branding, sealing }),
    ...claimRoutes({ branding, sealing }),
    ...composeProgramRoutes(branding),
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
    ...postbackRoutes({ tokens, branding }),
    ...evidenceRoutes(sealing),
    ...termsRoutes,
    ...setupRoutes({ branding, outbound: client, mintTestClick: (click) => mintTestClick(testKey, click) }),
    ...walkRoutes({ outbound: client, mintTestClick: (click) => mintTestClick(testKey, click) }),
    ...reportRoutes,
    ...statementRoutes(config),
    ...scheduleRoutes,
    ...runRoutes({ sealing, networkName: config.network.name, payer: config.payer }),
    ...budgetRoutes,
    ...fundingRoutes(branding),
    ...invoiceRoutes(config),
    ...exchangeRoutes({ isFetched: config.exchangeRatesUrl !== undefined }),
    ...bankRoutes({ isFetched: config.bankFileUrl !== undefined }),
    ...keyRoutes,
    ...apiRoutes,
    ...fieldRoutes,
    ...legalRoutes(config, branding),
    ...viewRoutes(savedLists),
    ...searchRoutes(clickTokenKey(secrets.clickToken)),
    ...privacyRoutes({ parts: composeExport(sealing), erasure, branding }),
  ]
  const endpoints = routes.map(({ endpoint }) => endpoint)
  return [...routes, ...documentationRoutes([followLinkCall, reportOrderCall, ...endpoints], config)]
}

/** Collects the routes of programmes and of the publishers who take part in them. */
function composeProgramRoutes(branding: EmailBranding): Route[] {
  return [
    ...programRoutes,
    ...programHistoryRoutes,
    ...merchantRoutes,
    ...membershipRoutes(branding),
    ...invitationRoutes(branding),
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
