import type { Kysely } from 'kysely'
import type { AccountStateTables } from '#domains/people/account-states/tables.ts'
import type { AccountTables } from '#domains/people/accounts/tables.ts'
import type { BudgetTables } from '#domains/partners/budgets/tables.ts'
import type { ClaimTables } from '#domains/figures/claims/tables.ts'
import type { CheckTables } from '#domains/money/ledger-checks/tables.ts'
import type { AdvertiserTables } from '#domains/people/advertisers/tables.ts'
import type { KeyTables } from '#domains/people/api-keys/tables.ts'
import type { ApplicationTables } from '#domains/partners/applications/tables.ts'
import type { DecisionSourceTables } from '#domains/orders/decision-sources/tables.ts'
import type { FileTables } from '#domains/people/files/tables.ts'
import type { ExchangeTables } from '#domains/books/exchange-rates/tables.ts'
import type { BankTables } from '#domains/money/bank/tables.ts'
import type { FundingTables } from '#domains/money/funding/tables.ts'
import type { InvitationTables } from '#domains/partners/invitations/tables.ts'
import type { InvoiceTables } from '#domains/money/invoices/tables.ts'
import type { LedgerTables } from '#domains/books/ledger/tables.ts'
import type { ListingTables } from '#domains/partners/listings/tables.ts'
import type { LegalTables } from '#domains/people/legal/tables.ts'
import type { MembershipTables } from '#domains/partners/memberships/tables.ts'
import type { NoteTables } from '#domains/people/notes/tables.ts'
import type { PayoutTables } from '#domains/money/payouts/tables.ts'
import type { ProgramTables } from '#domains/programmes/programs/tables.ts'
import type { RateTables } from '#domains/programmes/rates/tables.ts'
import type { PromotionTables } from '#domains/tracking/promotions/tables.ts'
import type { ClosingTables } from '#domains/programmes/closings/tables.ts'
import type { PrivacyTables } from '#domains/desk/privacy/tables.ts'
import type { NoticeTables } from '#domains/people/notices/tables.ts'
import type { TeamTables } from '#domains/people/teams/tables.ts'
import type { PublisherTables } from '#domains/people/publishers/tables.ts'
import type { ReportTables } from '#domains/figures/reports/tables.ts'
import type { SetupTables } from '#domains/partners/setup/tables.ts'
import type { TaxTables } from '#domains/people/taxes/tables.ts'
import type { TermsTables } from '#domains/partners/terms/tables.ts'
import type { TrackingHealthTables } from '#domains/partners/tracking-health/tables.ts'
import type { TrackingTables } from '#domains/tracking/tracking/tables.ts'
import type { TransactionTables } from '#domains/orders/transactions/tables.ts'
import type { ViewTables } from '#domains/desk/saved-views/tables.ts'
import type { PlatformTables } from '#platform/server/tables.ts'

/** All tables of the network; each belongs to one domain. */
export interface Database
  extends
    PlatformTables,
    CheckTables,
    AccountTables,
    AccountStateTables,
    LedgerTables,
    LegalTables,
    ListingTables,
    MembershipTables,
    NoteTables,
    FileTables,
    DecisionSourceTables,
    ExchangeTables,
    FundingTables,
    BankTables,
    InvitationTables,
    InvoiceTables,
    PayoutTables,
    AdvertiserTables,
    KeyTables,
    ApplicationTables,
    PublisherTables,
    TeamTables,
    NoticeTables,
    ClosingTables,
    PrivacyTables,
    ProgramTables,
    PromotionTables,
    RateTables,
    TaxTables,
    TermsTables,
    TrackingTables,
    TrackingHealthTables,
    TransactionTables,
    ReportTables,
    ClaimTables,
    BudgetTables,
    SetupTables,
    ViewTables {}

/** What the network uses of Kysely. */
type UsedMembers =
  | 'selectFrom'
  | 'selectNoFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'with'
  | 'withRecursive'
  | 'fn'
  | 'connection'
  | 'transaction'
  | 'startTransaction'
  | 'isTransaction'
  | 'getExecutor'
  | 'executeQuery'
  | 'destroy'

/**
 * A connection pool of the network's database, or an open transaction. The types of the other members of Kysely would
 * take the compiler seconds, each time that a program passes a transaction.
 */
export interface Db extends Pick<Kysely<Database>, UsedMembers> {}
