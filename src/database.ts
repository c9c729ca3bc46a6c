import type { Kysely } from 'kysely'
import type { AccountStateTables } from '#domains/account-states/tables.ts'
import type { AccountTables } from '#domains/accounts/tables.ts'
import type { BudgetTables } from '#domains/budgets/tables.ts'
import type { ClaimTables } from '#domains/claims/tables.ts'
import type { CheckTables } from '#domains/checks/tables.ts'
import type { AdvertiserTables } from '#domains/advertisers/tables.ts'
import type { KeyTables } from '#domains/keys/tables.ts'
import type { ApplicationTables } from '#domains/applications/tables.ts'
import type { DecisionSourceTables } from '#domains/decision-sources/tables.ts'
import type { FileTables } from '#domains/files/tables.ts'
import type { ExchangeTables } from '#domains/exchange/tables.ts'
import type { BankTables } from '#domains/bank/tables.ts'
import type { FundingTables } from '#domains/funding/tables.ts'
import type { InvitationTables } from '#domains/invitations/tables.ts'
import type { InvoiceTables } from '#domains/invoices/tables.ts'
import type { LedgerTables } from '#domains/ledger/tables.ts'
import type { ListingTables } from '#domains/listings/tables.ts'
import type { LegalTables } from '#domains/legal/tables.ts'
import type { MembershipTables } from '#domains/memberships/tables.ts'
import type { NoteTables } from '#domains/notes/tables.ts'
import type { PayoutTables } from '#domains/payouts/tables.ts'
import type { ProgramTables } from '#domains/programs/tables.ts'
import type { RateTables } from '#domains/rates/tables.ts'
import type { PromotionTables } from '#domains/promotions/tables.ts'
import type { ClosingTables } from '#domains/closings/tables.ts'
import type { PrivacyTables } from '#domains/privacy/tables.ts'
import type { NoticeTables } from '#domains/notices/tables.ts'
import type { TeamTables } from '#domains/teams/tables.ts'
import type { PublisherTables } from '#domains/publishers/tables.ts'
import type { ReportTables } from '#domains/reports/tables.ts'
import type { SetupTables } from '#domains/setup/tables.ts'
import type { TaxTables } from '#domains/taxes/tables.ts'
import type { TermsTables } from '#domains/terms/tables.ts'
import type { TrackingHealthTables } from '#domains/tracking-health/tables.ts'
import type { TrackingTables } from '#domains/tracking/tables.ts'
import type { TransactionTables } from '#domains/transactions/tables.ts'
import type { ViewTables } from '#domains/views/tables.ts'
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
