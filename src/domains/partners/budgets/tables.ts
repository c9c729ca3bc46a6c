import type { Generated } from 'kysely'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import type { AlertLevel, BudgetMeasure, BudgetPeriod, Consequence } from './rules.ts'

/** What an advertiser caps. */
export interface BudgetTable {
  id: Generated<bigint>
  advertiserId: bigint
  /** Null for all publishers together. */
  publisherId: bigint | null
  period: BudgetPeriod
  measure: BudgetMeasure
  createdAt: Date
}

/** The cap of a budget from a time on. */
export interface BudgetVersionTable {
  budgetId: bigint
  version: number
  /** In 1/10,000 USD, or a number of orders. Null ends the budget. */
  cap: Amount | null
  consequence: Consequence
  effectiveFrom: Date
  createdAt: Date
  createdBy: bigint | null
}

/** That a version was used by 80 or 100 % in a period. */
export interface BudgetAlertTable {
  budgetId: bigint
  /** The first day of the period. */
  startsOn: Day
  version: number
  level: AlertLevel
  reachedAt: Date
  /** Clicks from the one time until the other earn nothing. */
  stopsFrom: Date | null
  stopsUntil: Date | null
}

/** What the publishers are mailed about a version of a budget. */
export interface BudgetNoticeTable {
  budgetId: bigint
  version: number
  /** That it will stop commission, or that it stops it now. */
  kind: 'ahead' | 'stopped'
  announcedAt: Date
  stopsFrom: Date | null
  stopsUntil: Date | null
  /** The publisher that the mails have reached, in the order of ids; null when all are mailed. */
  progressPublisherId: Generated<bigint | null>
}

/** The tables that this domain owns. */
export interface BudgetTables {
  budget: BudgetTable
  budgetVersion: BudgetVersionTable
  budgetAlert: BudgetAlertTable
  budgetNotice: BudgetNoticeTable
}
