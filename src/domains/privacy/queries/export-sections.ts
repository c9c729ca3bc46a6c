import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { listInvitationSections } from './invitation-sections.ts'
import { listViewSections } from './view-sections.ts'

/** The account whose data is exported, with its publisher or its advertiser. */
export interface ExportSubject {
  accountId: bigint
  email: string
  publisherId: bigint | undefined
  advertiserId: bigint | undefined
}

/** A part of an export: its name in the file, and the rows, which PostgreSQL writes as JSON. */
export interface ExportSection {
  name: string
  rows: RawBuilder<unknown>
}

/**
 * Lists what an export of an account contains. Left out are secrets (hashes, tokens, recovery codes), the notes of
 * operators, hits and postbacks, which tell of visitors and buyers, and decisions and postings, whose results are the
 * states of orders and the balances.
 */
export function listExportSections(subject: ExportSubject): ExportSection[] {
  const { publisherId, advertiserId } = subject
  return [
    ...listAccountSections(subject),
    ...(publisherId === undefined ? [] : listPublisherSections(publisherId)),
    ...(advertiserId === undefined ? [] : listAdvertiserSections(advertiserId)),
  ]
}

function listAccountSections({ accountId, email }: ExportSubject): ExportSection[] {
  return [
    { name: 'account', rows: sql`SELECT * FROM account_summary WHERE id = ${accountId}` },
    {
      name: 'sessions',
      rows: sql`SELECT id, created_at, expires_at, last_used_at, user_agent, ip_prefix, advertiser_id
        FROM session
        WHERE account_id = ${accountId} ORDER BY id`,
    },
    {
      name: 'two_step_sign_in',
      rows: sql`SELECT created_at, confirmed_at FROM account_totp WHERE account_id = ${accountId}`,
    },
    {
      name: 'mailed_links',
      rows: sql`SELECT kind, created_at, expires_at, used_at FROM account_token
        WHERE account_id = ${accountId} ORDER BY created_at`,
    },
    {
      name: 'mails',
      rows: sql`SELECT to_address, subject, created_at, sent_at, failed_at FROM mail
        WHERE to_address = ${email} ORDER BY id`,
    },
    {
      name: 'applications',
      rows: sql`SELECT id, kind, is_repeat, first_name, last_name, country_code, phone, fields, referred_by, status,
          reason, decided_at, decided_by, created_at
        FROM application WHERE account_id = ${accountId} ORDER BY id`,
    },
    {
      name: 'sign_ups',
      rows: sql`SELECT id, email, profile, created_at, confirmed_at, finished_at, application_id FROM signup
        WHERE email = ${email} ORDER BY created_at`,
    },
    {
      name: 'files',
      rows: sql`SELECT id, purpose, name, media_type, size, uploaded_at, delete_after FROM stored_file
        WHERE account_id = ${accountId} ORDER BY id`,
    },
    {
      name: 'objections',
      rows: sql`SELECT change_id, objected_at FROM terms_objection WHERE account_id = ${accountId} ORDER BY change_id`,
    },
    {
      name: 'sub_account_of',
      rows: sql`SELECT publisher_id, site_id, user_name, email, access, created_at, removed_at FROM sub_account
        WHERE account_id = ${accountId} ORDER BY id`,
    },
    listTeamSection({ accountId, email }),
    ...listViewSections(accountId),
    {
      name: 'acts',
      rows: sql`SELECT id, created_at, action, target, details FROM audit_line
        WHERE actor_account_id = ${accountId} OR target = ${`account:${accountId}`} ORDER BY id`,
    },
  ]
}

function listTeamSection({ accountId, email }: Pick<ExportSubject, 'accountId' | 'email'>): ExportSection {
  return {
    name: 'team',
    rows: sql`SELECT advertiser_id, name, email, role, joined_at, invited_at, removed_at FROM team_member
      WHERE account_id = ${accountId} OR (account_id IS NULL AND email = ${email}) ORDER BY id`,
  }
}

function listPublisherSections(publisherId: bigint): ExportSection[] {
  const isOwn = sql`publisher_id = ${publisherId}`
  return [
    { name: 'publisher', rows: sql`SELECT * FROM publisher WHERE id = ${publisherId}` },
    { name: 'profile', rows: sql`SELECT * FROM publisher_profile WHERE id = ${publisherId}` },
    { name: 'sites', rows: sql`SELECT * FROM site WHERE ${isOwn} ORDER BY id` },
    {
      name: 'sub_accounts',
      rows: sql`SELECT id, site_id, user_name, email, access, created_at, removed_at FROM sub_account
        WHERE ${isOwn} ORDER BY id`,
    },
    {
      name: 'account_states',
      rows: sql`SELECT state, reason, began_at, ended_at, end_reason FROM account_state WHERE ${isOwn} ORDER BY id`,
    },
    {
      name: 'payment_details',
      rows: sql`SELECT threshold_amount, billing_email, destination_changed_at FROM payment_detail
        WHERE id = ${publisherId}`,
    },
    {
      name: 'legal_details',
      rows: sql`SELECT legal_name, kind, address, zip_code, country, vat_id, self_billing_version, self_billing_at,
          changed_at
        FROM legal_detail WHERE id = ${publisherId}`,
    },
    {
      name: 'tax_forms',
      rows: sql`SELECT id, form, signed_on, expires_on, file_id, status, submitted_at, decided_at, reason FROM tax_form
        WHERE ${isOwn} ORDER BY submitted_at`,
    },
    { name: 'listing', rows: sql`SELECT * FROM publisher_listing WHERE ${isOwn}` },
    { name: 'memberships', rows: sql`SELECT * FROM membership WHERE ${isOwn} ORDER BY program_id` },
    {
      name: 'membership_events',
      rows: sql`SELECT * FROM membership_event WHERE ${isOwn} ORDER BY program_id, sequence`,
    },
    ...listInvitationSections(isOwn),
    { name: 'muted_invitations', rows: sql`SELECT * FROM invitation_mute WHERE ${isOwn} ORDER BY program_id` },
    { name: 'rates', rows: sql`SELECT * FROM program_rule WHERE ${isOwn} ORDER BY terms_id, rule_no` },
    { name: 'rate_notices', rows: sql`SELECT * FROM terms_notice WHERE ${isOwn} ORDER BY terms_id` },
    listKeySection(isOwn),
    { name: 'custom_links', rows: sql`SELECT * FROM custom_link WHERE ${isOwn} ORDER BY id` },
    {
      name: 'coupon_codes',
      rows: sql`SELECT assigned.* FROM coupon_assignment AS assigned JOIN site ON site.id = assigned.site_id
        WHERE site.publisher_id = ${publisherId} ORDER BY assigned.id`,
    },
    {
      name: 'payouts',
      rows: sql`SELECT id, status, amount, method, destination_hint, reference, settled_on, returned_on, reason
        FROM payout WHERE ${isOwn} AND status <> 'draft' ORDER BY id`,
    },
    {
      name: 'forfeitures',
      rows: sql`SELECT id, kind, amount, fee_amount, made_at FROM forfeiture WHERE ${isOwn} ORDER BY id`,
    },
    {
      name: 'lapse_warnings',
      rows: sql`SELECT last_active_on, lapses_on, warned_at, warned_again_at FROM lapse_warning
        WHERE ${isOwn} ORDER BY 1`,
    },
    { name: 'statements', rows: sql`SELECT * FROM statement WHERE ${isOwn} ORDER BY number` },
    { name: 'balances', rows: sql`SELECT account, currency, amount FROM balance WHERE ${isOwn} ORDER BY 1, 2` },
    listNoteSection(isOwn),
    ...listClaimSections(isOwn),
    ...listTransactionSections(isOwn),
  ]
}

function listKeySection(isOwn: RawBuilder<unknown>): ExportSection {
  return {
    name: 'api_keys',
    rows: sql`SELECT id, name, prefix, scopes, created_at, revoked_at, last_used_at FROM api_key
      WHERE ${isOwn} ORDER BY id`,
  }
}

function listNoteSection(isOwn: RawBuilder<unknown>): ExportSection {
  return {
    name: 'notes',
    rows: sql`SELECT id, object_kind, object_id, text, written_by, written_at FROM note WHERE ${isOwn} ORDER BY id`,
  }
}

function listMemberSection(isOwn: RawBuilder<unknown>): ExportSection {
  return {
    name: 'team_members',
    rows: sql`SELECT id, name, email, role, joined_at, invited_at, removed_at FROM team_member
      WHERE ${isOwn} ORDER BY id`,
  }
}

function listClaimSections(isOwn: RawBuilder<unknown>): ExportSection[] {
  return [
    { name: 'claims', rows: sql`SELECT * FROM claim WHERE ${isOwn} ORDER BY filed_at, id` },
    {
      name: 'claim_events',
      rows: sql`SELECT event.* FROM claim_event AS event JOIN claim ON claim.id = event.claim_id
        WHERE ${isOwn} ORDER BY claim_id, sequence`,
    },
  ]
}

function listFileSections(isOwn: RawBuilder<unknown>): ExportSection[] {
  return [
    {
      name: 'decision_files',
      rows: sql`SELECT id, name, format, status, mode, line_count, figures, sent_by, sent_key, sent_at, decided_at,
          reversed_at, reversal_note
        FROM decision_file WHERE ${isOwn} ORDER BY sent_at`,
    },
    { name: 'reason_aliases', rows: sql`SELECT alias, reason FROM reason_alias WHERE ${isOwn} ORDER BY alias` },
    {
      name: 'orders_put_aside',
      rows: sql`SELECT * FROM orphan_dismissal WHERE ${isOwn} ORDER BY dismissed_at`,
    },
    { name: 'decision_source', rows: sql`SELECT * FROM decision_source WHERE ${isOwn}` },
  ]
}

function listTransactionSections(isOwn: RawBuilder<unknown>): ExportSection[] {
  return [
    { name: 'transactions', rows: sql`SELECT * FROM transaction WHERE ${isOwn} ORDER BY recorded_at, id` },
    { name: 'transaction_items', rows: sql`SELECT * FROM transaction_item WHERE ${isOwn} ORDER BY 1, 2, 3, 4` },
    { name: 'transaction_states', rows: sql`SELECT * FROM transaction_state WHERE ${isOwn} ORDER BY changed_at` },
  ]
}

function listAdvertiserSections(advertiserId: bigint): ExportSection[] {
  const isOwn = sql`advertiser_id = ${advertiserId}`
  const programs = sql`(SELECT id FROM program WHERE ${isOwn})`
  return [
    { name: 'advertiser', rows: sql`SELECT * FROM advertiser WHERE id = ${advertiserId}` },
    { name: 'company', rows: sql`SELECT * FROM company WHERE ${isOwn}` },
    { name: 'hosts', rows: sql`SELECT id, host, created_at FROM advertiser_domain WHERE ${isOwn} ORDER BY id` },
    {
      name: 'hosts_without_proof',
      rows: sql`SELECT id, host, created_at, checked_at, file_fault, record_fault FROM pending_domain
        WHERE ${isOwn} ORDER BY id`,
    },
    {
      name: 'postback_secrets',
      rows: sql`SELECT id, kind, created_at, expires_at, revoked_at FROM postback_secret WHERE ${isOwn} ORDER BY id`,
    },
    listMemberSection(isOwn),
    listKeySection(isOwn),
    { name: 'billing', rows: sql`SELECT * FROM advertiser_billing WHERE ${isOwn}` },
    { name: 'billing_periods', rows: sql`SELECT * FROM billing_period WHERE ${isOwn} ORDER BY began_at` },
    listNoteSection(isOwn),
    ...listFileSections(isOwn),
    {
      name: 'deposits',
      rows: sql`SELECT id, kind, amount, moved_on, reference, recorded_at FROM deposit WHERE ${isOwn} ORDER BY id`,
    },
    {
      name: 'bank_entries',
      rows: sql`SELECT id, reference, amount, currency, booked_on, payer, remittance, state FROM bank_entry
        WHERE ${isOwn} AND state = 'recorded' ORDER BY id`,
    },
    { name: 'invoices', rows: sql`SELECT * FROM invoice WHERE ${isOwn} ORDER BY number` },
    {
      name: 'invoice_lines',
      rows: sql`SELECT * FROM invoice_line WHERE invoice_id IN (SELECT id FROM invoice WHERE ${isOwn})
        ORDER BY invoice_id, line_no`,
    },
    { name: 'programmes', rows: sql`SELECT * FROM program WHERE ${isOwn} ORDER BY id` },
    { name: 'terms', rows: sql`SELECT * FROM program_terms WHERE program_id IN ${programs} ORDER BY id` },
    {
      name: 'rates',
      rows: sql`SELECT rule.* FROM program_rule AS rule JOIN program_terms AS terms ON terms.id = rule.terms_id
        WHERE terms.program_id IN ${programs} ORDER BY rule.terms_id, rule.rule_no`,
    },
    { name: 'rate_drafts', rows: sql`SELECT * FROM terms_draft WHERE program_id IN ${programs}` },
    { name: 'publisher_groups', rows: sql`SELECT * FROM publisher_group WHERE program_id IN ${programs} ORDER BY id` },
    { name: 'closings', rows: sql`SELECT * FROM program_closing WHERE program_id IN ${programs} ORDER BY id` },
    ...listInvitationSections(sql`program_id IN ${programs}`),
    { name: 'openings', rows: sql`SELECT * FROM opening WHERE program_id IN ${programs} ORDER BY id` },
    { name: 'budgets', rows: sql`SELECT * FROM budget LEFT JOIN budget_version ON budget_id = id WHERE ${isOwn}` },
    { name: 'promotions', rows: sql`SELECT * FROM promotion WHERE ${isOwn} ORDER BY id` },
    {
      name: 'claims',
      rows: sql`SELECT id, publisher_id, order_ref, event, ordered_on, amount, currency, origin, filed_at, status,
          decided_at
        FROM claim WHERE ${isOwn} ORDER BY filed_at, id`,
    },
    { name: 'test_orders', rows: sql`SELECT * FROM test_order WHERE ${isOwn} ORDER BY received_at` },
    {
      name: 'transactions',
      rows: sql`SELECT id, order_ref, event, order_value, currency, commission, commission_currency, coupon,
          customer_status, channel, transaction_at, recorded_at
        FROM transaction WHERE ${isOwn} ORDER BY recorded_at, id`,
    },
  ]
}
