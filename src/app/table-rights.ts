import type { TableRights } from '#platform/server/grants.ts'

/** What the application may do with which table, beyond reading and adding; with all others it may do everything. */
export const tableRights: TableRights = {
  appendOnly: [
    'auditLine',
    'click',
    'entry',
    'postback',
    'posting',
    'programRate',
    'programTerms',
    'transaction',
    'transactionDecision',
    'transactionKey',
  ],
  neverRemoved: ['balance', 'transactionState'],
  readOnly: ['accountSummary'],
}
