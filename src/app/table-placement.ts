import type { TablePlacement } from '#platform/server/citus.ts'

const OF_TRANSACTION =
  'FOREIGN KEY (publisher_id, transaction_id) REFERENCES transaction(publisher_id, id) ON DELETE RESTRICT'

/**
 * Where each table lies when the database is a Citus cluster. Tables that grow with traffic are distributed. Small
 * tables that statements join with these are on every node. All others stay on the coordinator.
 */
export const tablePlacement: TablePlacement = {
  distributed: {
    publisher_id: [
      'click',
      'transaction',
      'transaction_state',
      'transaction_decision',
      'entry',
      'posting',
      'balance',
      'statement_line',
      'rollup_hour',
      'rollup_day',
      'rollup_slice',
      'rollup_report',
      'rollup_sub_id',
      'rollup_publisher_status',
    ],
    advertiser_id: ['transaction_key', 'postback', 'postback_parameters', 'unrecorded_postback', 'rollup_status'],
  },
  // A table stands after those that it refers to.
  reference: [
    'account',
    'advertiser',
    'advertiser_domain',
    'advertiser_region',
    'program',
    'program_country',
    'program_terms',
    'program_rate',
    'promotion',
    'publisher',
    'publisher_profile',
    'site',
    'sub_account',
    'membership',
    'coupon_assignment',
  ],
  local: [
    'account_token',
    'account_totp',
    'api_key',
    'app_secret',
    'application',
    'audit_line',
    'audit_seal',
    'company',
    'current_sealing_key',
    'custom_link',
    'failure_wait',
    'hit_overflow',
    'kysely_migration',
    'kysely_migration_lock',
    'late_click_hour',
    'login_challenge',
    'mail',
    'mailbox_message',
    'opening',
    'opening_policy',
    'payment_detail',
    'pending_domain',
    'postback_secret',
    'program_figures',
    'program_method',
    'rate_window',
    'recovery_code',
    'rollup_progress',
    'rollup_status_progress',
    'session',
    'setup',
    'sign_in_policy',
    'signup',
    'stripped_click_month',
    'test_order',
    'waiting_order',
  ],
  foreignKeys: [
    {
      table: 'transaction_state',
      name: 'transaction_state_publisher_id_transaction_id_fkey',
      definition: OF_TRANSACTION,
    },
    {
      table: 'transaction_decision',
      name: 'transaction_decision_publisher_id_transaction_id_fkey',
      definition: OF_TRANSACTION,
    },
    {
      table: 'posting',
      name: 'posting_publisher_id_entry_id_fkey',
      definition: 'FOREIGN KEY (publisher_id, entry_id) REFERENCES entry(publisher_id, id) ON DELETE RESTRICT',
    },
    {
      table: 'statement_line',
      name: 'statement_line_publisher_id_entry_id_fkey',
      definition: 'FOREIGN KEY (publisher_id, entry_id) REFERENCES entry(publisher_id, id) ON DELETE RESTRICT',
    },
    {
      table: 'unrecorded_postback',
      name: 'unrecorded_postback_advertiser_id_postback_id_fkey',
      definition: 'FOREIGN KEY (advertiser_id, postback_id) REFERENCES postback(advertiser_id, id)',
    },
  ],
}
