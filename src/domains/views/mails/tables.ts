import { regionName } from '#domains/advertisers/rules.ts'
import { isOfOrders } from '#domains/reports/rules/brand-report.ts'
import { getDefinition } from '#kernel/measures.ts'
import type { Measure } from '#kernel/measures.ts'
import { viewMeasures } from '#domains/reports/views.ts'
import { writePartName } from '#domains/transactions/rules/part-name.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { EmailTable } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { MEMBER_MEASURES } from '#domains/memberships/rules/vocabulary.ts'
import { viewTransaction } from '#domains/transactions/views.ts'
import type { TransactionRow } from '#domains/transactions/queries/transaction-rows.ts'
import type { MailedMembers } from '../queries/member-content.ts'
import type { MailedOrders } from '../queries/order-content.ts'
import type { MailedReport, MailedTransactions, ViewContent } from '../queries/view-content.ts'

/** The most rows that a mail shows, and the most of their measures: the file has all. */
export const HEAD_ROWS = 10
const SHOWN_MEASURES = 5

/** Builds the head of what is mailed, with the totals in its last row. */
export function buildTable(data: ViewContent['data'], locale: Locale): EmailTable {
  if (data.kind === 'report') return buildReport(data, locale)
  if (data.kind === 'orders') return buildOrders(data, locale)
  return data.kind === 'members' ? buildMembers(data, locale) : buildTransactions(data, locale)
}

function buildReport({ group, rows, totals, measures }: MailedReport, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'reports')
  const shown = measures.slice(0, SHOWN_MEASURES)
  const write = (figures: typeof totals) => {
    const values = viewMeasures(figures, shown)
    return shown.map((measure) => writeMeasure(measure, values[measure] ?? null, locale))
  }
  const name = buildNamer(group, locale)
  return {
    columns: [t(`brand.unit.${group}`), ...shown.map((measure) => t(`measure.${measure}`))],
    rows: [...rows.slice(0, HEAD_ROWS).map((row) => [name(row), ...write(row)]), [t('total'), ...write(totals)]],
  }
}

type ReportRow = MailedReport['rows'][number]

function buildNamer(group: MailedReport['group'], locale: Locale): (row: ReportRow) => string {
  const parts = mailTexts(locale, 'order-parts')
  if (isOfOrders(group) || group === 'group') {
    const write = (key: string, values?: Record<string, string>) =>
      parts(key as 'rule.numbered', values as { version: string; number: string })
    const nameValue = ({ unit, name }: ReportRow) => (group === 'country' ? regionName(unit, locale) : name)
    return (row) =>
      writePartName(write, { dimension: group, value: row.unit, name: row.unit === '' ? null : nameValue(row) })
  }
  if (group === 'month') {
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return ({ unit }) => month.format(new Date(unit))
  }
  if (group === 'sub_id') return ({ unit }) => (unit === '' ? parts('none.subId') : unit)
  return ({ name }) => name
}

/** Writes the value of a measure as the screen does. */
function writeMeasure(measure: Measure, value: number | string | null, locale: Locale): string {
  if (value === null) return '–'
  const { kind } = getDefinition(measure)
  if (kind === 'money') return writeMoney(String(value), locale)
  const digits = { count: 0, share: 1, ratio: 2 }[kind]
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(value as `${number}`)}${kind === 'share' ? '%' : ''}`
}

/** Writes an amount of money; a dash without an exchange rate. */
function writeAmount(amount: bigint | null, locale: Locale): string {
  return amount === null ? '–' : writeMoney(formatAmount(amount), locale)
}

function writeMoney(amount: string, locale: Locale): string {
  const style = { style: 'currency', currency: BASE_CURRENCY, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(locale, style).format(amount as `${number}`)
}

function buildTransactions({ rows, summary }: MailedTransactions, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'transactions')
  const ui = mailTexts(locale, 'ui')
  const total = mailTexts(locale, 'reports')
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const write = (amount: bigint | null) => writeAmount(amount, locale)
  const sums = [summary.total_order_value, summary.total_earnings].map((sum) => writeMoney(sum, locale))
  return {
    columns: [
      t('column.order'),
      t('column.date'),
      t('column.publisher'),
      t('column.status'),
      t('column.orderValue'),
      t('column.commission'),
    ],
    rows: [
      ...rows
        .slice(0, HEAD_ROWS)
        .map((row) => [
          row.orderRef,
          day.format(row.transactionAt),
          row.publisherName,
          ui(`status.${row.status}`),
          write(row.usdOrderValue),
          write(row.usdCommission),
        ]),
      [total('total'), '', '', '', ...sums],
    ],
  }
}

function buildMembers({ rows, totals }: MailedMembers, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'memberships')
  const reports = mailTexts(locale, 'reports')
  const write = (figures: typeof totals) => {
    const values = viewMeasures(figures, MEMBER_MEASURES)
    return MEMBER_MEASURES.map((measure) => writeMeasure(measure, values[measure] ?? null, locale))
  }
  return {
    columns: [t('members.publisher'), ...MEMBER_MEASURES.map((measure) => reports(`measure.${measure}`))],
    rows: [...rows.slice(0, HEAD_ROWS).map((row) => [row.name, ...write(row)]), [reports('total'), ...write(totals)]],
  }
}

function buildOrders({ rows, sums }: MailedOrders, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'orders')
  const total = mailTexts(locale, 'reports')
  const write = (amount: bigint | null) => writeAmount(amount, locale)
  const writeClock = buildClockWriter(locale)
  return {
    columns: [
      t('column.order'),
      t('column.publisher'),
      t('column.clock'),
      t('column.orderValue'),
      t('column.commission'),
    ],
    rows: [
      ...rows
        .slice(0, HEAD_ROWS)
        .map((row) => [
          row.orderRef,
          row.publisherName,
          writeClock(row),
          write(row.usdOrderValue),
          write(row.usdCommission),
        ]),
      [total('total'), '', '', write(sums.orderValue), write(sums.commission)],
    ],
  }
}

/** Writes what happens to an undecided order by itself, and when; or for what it waits. */
function buildClockWriter(locale: Locale): (row: TransactionRow) => string {
  const t = mailTexts(locale, 'orders')
  const transactions = mailTexts(locale, 'transactions')
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (row) => {
    if (row.holdReason !== null) return transactions(`holdReason.${row.holdReason}`)
    const { expected_decision_date: at } = viewTransaction(row)
    if (at === null) return t('clock.rate', { currency: row.currency })
    return t(`clock.${row.validationEnd ?? 'decides'}`, { when: format.format(new Date(at)) })
  }
}
