import type accountStates from './en/account-states.json'
import type accounts from './en/accounts.json'
import type advertiserHome from './en/advertiser-home.json'
import type advertisers from './en/advertisers.json'
import type apiCalls from './en/api-calls.json'
import type api from './en/api.json'
import type applications from './en/applications.json'
import type bank from './en/bank.json'
import type budgets from './en/budgets.json'
import type claims from './en/claims.json'
import type closings from './en/closings.json'
import type dashboard from './en/dashboard.json'
import type decisionFiles from './en/decision-files.json'
import type errors from './en/errors.json'
import type exchangeRates from './en/exchange-rates.json'
import type funding from './en/funding.json'
import type help from './en/help.json'
import type history from './en/history.json'
import type hits from './en/hits.json'
import type home from './en/home.json'
import type invitations from './en/invitations.json'
import type invoices from './en/invoices.json'
import type ledgerChecks from './en/ledger-checks.json'
import type legalChanges from './en/legal-changes.json'
import type legal from './en/legal.json'
import type listings from './en/listings.json'
import type memberships from './en/memberships.json'
import type merchant from './en/merchant.json'
import type notes from './en/notes.json'
import type notices from './en/notices.json'
import type offeredSetup from './en/offered-setup.json'
import type orderParts from './en/order-parts.json'
import type orders from './en/orders.json'
import type pages from './en/pages.json'
import type payouts from './en/payouts.json'
import type privacy from './en/privacy.json'
import type programs from './en/programs.json'
import type promotions from './en/promotions.json'
import type publishers from './en/publishers.json'
import type rates from './en/rates.json'
import type reports from './en/reports.json'
import type runs from './en/runs.json'
import type savedViews from './en/saved-views.json'
import type security from './en/security.json'
import type setup from './en/setup.json'
import type shell from './en/shell.json'
import type signUp from './en/sign-up.json'
import type site from './en/site.json'
import type statements from './en/statements.json'
import type taxes from './en/taxes.json'
import type teams from './en/teams.json'
import type trackingHealth from './en/tracking-health.json'
import type tracking from './en/tracking.json'
import type transactions from './en/transactions.json'
import type ui from './en/ui.json'

/** The languages of the network; the first is the default. */
export const LOCALES = ['en', 'zh'] as const

/** A language that every text exists in. */
export type Locale = (typeof LOCALES)[number]

/** All texts by domain: `src/texts/{locale}/{domain}.json`. Add a line here for a new domain. */
export interface Messages {
  'account-states': typeof accountStates
  accounts: typeof accounts
  'advertiser-home': typeof advertiserHome
  advertisers: typeof advertisers
  'api-calls': typeof apiCalls
  api: typeof api
  applications: typeof applications
  bank: typeof bank
  budgets: typeof budgets
  claims: typeof claims
  closings: typeof closings
  dashboard: typeof dashboard
  'decision-files': typeof decisionFiles
  errors: typeof errors
  'exchange-rates': typeof exchangeRates
  funding: typeof funding
  help: typeof help
  history: typeof history
  hits: typeof hits
  home: typeof home
  invitations: typeof invitations
  invoices: typeof invoices
  'ledger-checks': typeof ledgerChecks
  'legal-changes': typeof legalChanges
  legal: typeof legal
  listings: typeof listings
  memberships: typeof memberships
  merchant: typeof merchant
  notes: typeof notes
  notices: typeof notices
  'offered-setup': typeof offeredSetup
  'order-parts': typeof orderParts
  orders: typeof orders
  pages: typeof pages
  payouts: typeof payouts
  privacy: typeof privacy
  programs: typeof programs
  promotions: typeof promotions
  publishers: typeof publishers
  rates: typeof rates
  reports: typeof reports
  runs: typeof runs
  'saved-views': typeof savedViews
  security: typeof security
  setup: typeof setup
  shell: typeof shell
  'sign-up': typeof signUp
  site: typeof site
  statements: typeof statements
  taxes: typeof taxes
  teams: typeof teams
  'tracking-health': typeof trackingHealth
  tracking: typeof tracking
  transactions: typeof transactions
  ui: typeof ui
}

/** A domain that has texts. */
export type TextDomain = keyof Messages

/** Texts of some domains in one language, as pages receive them. */
export type Texts = Partial<Record<TextDomain, Record<string, unknown>>>

/** A domain without some of its first keys, or these alone. */
export type TextPart = { [D in TextDomain]: PartOf<D> }[TextDomain]

type PartOf<D extends TextDomain> =
  | { domain: D; without: readonly (keyof Messages[D])[] }
  | { domain: D; only: readonly (keyof Messages[D])[] }

/** What a page receives of the texts: whole domains, or parts. */
export type TextChoice = TextDomain | TextPart
