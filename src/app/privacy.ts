import * as accountStates from '#domains/people/account-states/privacy.ts'
import * as accounts from '#domains/people/accounts/privacy.ts'
import * as advertisers from '#domains/people/advertisers/privacy.ts'
import * as applications from '#domains/partners/applications/privacy.ts'
import * as bank from '#domains/money/bank/privacy.ts'
import * as budgets from '#domains/partners/budgets/privacy.ts'
import * as claims from '#domains/figures/claims/privacy.ts'
import * as closings from '#domains/programmes/closings/privacy.ts'
import * as decisionSources from '#domains/orders/decision-sources/privacy.ts'
import * as files from '#domains/people/files/privacy.ts'
import * as funding from '#domains/money/funding/privacy.ts'
import * as invitations from '#domains/partners/invitations/privacy.ts'
import * as invoices from '#domains/money/invoices/privacy.ts'
import * as keys from '#domains/people/api-keys/privacy.ts'
import * as ledger from '#domains/books/ledger/privacy.ts'
import * as legal from '#domains/people/legal/privacy.ts'
import * as listings from '#domains/partners/listings/privacy.ts'
import * as notes from '#domains/people/notes/privacy.ts'
import * as notices from '#domains/people/notices/privacy.ts'
import * as payouts from '#domains/money/payouts/privacy.ts'
import type { ExportParts } from '#domains/desk/privacy/commands/export-account.ts'
import * as privacy from '#domains/desk/privacy/privacy.ts'
import type { ErasureParts } from '#domains/desk/privacy/queries/erasure.ts'
import * as programs from '#domains/programmes/programs/privacy.ts'
import * as promotions from '#domains/tracking/promotions/privacy.ts'
import * as publishers from '#domains/people/publishers/privacy.ts'
import * as rates from '#domains/programmes/rates/privacy.ts'
import * as setup from '#domains/partners/setup/privacy.ts'
import * as taxes from '#domains/people/taxes/privacy.ts'
import * as teams from '#domains/people/teams/privacy.ts'
import * as terms from '#domains/partners/terms/privacy.ts'
import * as trackingHealth from '#domains/partners/tracking-health/privacy.ts'
import * as tracking from '#domains/tracking/tracking/privacy.ts'
import * as transactions from '#domains/orders/transactions/privacy.ts'
import * as views from '#domains/desk/saved-views/privacy.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'

/**
 * Collects what an export of an account contains, in the order of its file. Left out are secrets (hashes, tokens,
 * recovery codes), the notes of operators, hits and postbacks, which tell of visitors and buyers, and decisions and
 * postings, whose results are the states of orders and the balances. A new domain adds its lines here.
 */
export function composeExport(sealing: Sealing): ExportParts {
  return {
    account: [
      accounts.listAccountSections,
      applications.listApplicationSections,
      files.listFileSections,
      legal.listObjectionSections,
      publishers.listOwnSubAccountSections,
      teams.listOwnTeamSections,
      views.listViewSections,
      notices.listNoticeSections,
      privacy.listErasureSections,
      notices.listNoticeChoiceSections,
      privacy.listActSections,
    ],
    publisher: [
      publishers.listPublisherSections,
      accountStates.listStateSections,
      payouts.listPaymentSections,
      taxes.listTaxSections,
      listings.listListingSections,
      programs.listMembershipSections,
      invitations.listReceivedSections,
      rates.listRateSections,
      terms.listRateNoticeSections,
      keys.listKeySections,
      tracking.listLinkSections,
      promotions.listCouponSections,
      payouts.listPayoutSections,
      ledger.listBalanceSections,
      notes.listNoteSections,
      claims.listClaimSections,
      transactions.listTransactionSections,
      payouts.bankAccountSections(sealing),
    ],
    advertiser: [
      advertisers.listAdvertiserSections,
      setup.listPendingHostSections,
      advertisers.listSecretSections,
      teams.listTeamSections,
      keys.listKeySections,
      funding.listBillingSections,
      notes.listNoteSections,
      transactions.listDecisionFileSections,
      trackingHealth.listDismissalSections,
      decisionSources.listSourceSections,
      funding.listDepositSections,
      bank.listBankEntrySections,
      invoices.listInvoiceSections,
      programs.listProgramSections,
      terms.listDraftSections,
      programs.listGroupSections,
      closings.listClosingSections,
      invitations.listSentSections,
      setup.listOpeningSections,
      budgets.listBudgetSections,
      promotions.listPromotionSections,
      claims.listReceivedClaimSections,
      transactions.listOrderSections,
    ],
  }
}

/**
 * The steps of an erasure. Each list runs in this order, which is the order in which the commands of the domains lock
 * rows: in another order, an erasure and a command could wait for each other.
 */
export const erasure: ErasureParts = {
  // The commands on applications and sub-accounts lock these before the account.
  beforeLock: [applications.removeApplications, publishers.deleteSubAccounts],
  publisher: [
    claims.eraseClaims,
    invitations.erasePublisherInvitations,
    programs.eraseMemberships,
    listings.eraseListing,
    keys.eraseKeys,
    tracking.eraseLinks,
    promotions.releaseCoupons,
    payouts.erasePayment,
    accountStates.closeErasedAccount,
    taxes.eraseTaxes,
    notes.eraseNotes,
    publishers.erasePublisher,
  ],
  advertiser: [
    decisionSources.eraseDecisionSource,
    transactions.eraseDecisionFiles,
    keys.eraseKeys,
    invitations.eraseAdvertiserInvitations,
    programs.eraseProgram,
    promotions.endPromotions,
    advertisers.eraseCompany,
    setup.erasePendingDomains,
    notes.eraseNotes,
    advertisers.eraseAdvertiser,
  ],
  // Taxes and claims, which refer to files, are erased before the files.
  account: [files.eraseFiles, views.eraseViews, notices.eraseNotices, privacy.eraseRequest],
  isRestricted: accountStates.isRestricted,
  hasOpenProgram: programs.hasOpenProgram,
  hasOpenMoney: [ledger.hasOpenBalance, transactions.hasUndecidedOrders],
  listOwed: ledger.listOwed,
  countPending: transactions.countPending,
}
