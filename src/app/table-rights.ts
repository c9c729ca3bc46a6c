import type { Database } from '#database'
import type { TableRights } from '#platform/server/grants.ts'

/** Tables on which the application role has limited rights. On all others it has SELECT, INSERT, UPDATE and DELETE. */
export const tableRights: TableRights = {
  appendOnly: [
    'auditLine',
    'auditSeal',
    'budgetVersion',
    'click',
    'deposit',
    'entry',
    'exchangeRate',
    'forfeiture',
    'invoice',
    'invoiceEntry',
    'invoiceLine',
    'networkIdentity',
    'postback',
    'postbackParameters',
    'postbackReplay',
    'posting',
    'programRate',
    'programRule',
    'programTerms',
    'scheduledRun',
    'statement',
    'termsChange',
    'termsGroupMember',
    'termsObjection',
    'transaction',
    'transactionDecision',
    'transactionItem',
    'transactionKey',
    'unrecordedPostback',
  ],
  neverRemoved: [
    'accountState',
    'apiKey',
    'balance',
    'bankEntry',
    'bankFetch',
    'billingPeriod',
    'budget',
    'budgetAlert',
    'claim',
    'claimEvent',
    'couponAssignment',
    'currentSealingKey',
    'hitOverflow',
    'invoiceCounter',
    'invoicedMonth',
    'invoiceNotice',
    'ladderNotice',
    'lapseWarning',
    'opening',
    'programClosing',
    'promotion',
    'statementCounter',
    'statementLine',
    'transactionState',
  ],
  readOnly: ['accountSummary', 'strippedClickMonth'],
}

/**
 * Tables whose rows no backup contains: sessions and half-finished logins, which the account may have ended since.
 */
export const tablesLeftOut: readonly (keyof Database)[] = ['loginChallenge', 'session']
