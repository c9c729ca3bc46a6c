import type { ApplicationDetail, ApplicationRow, ReferralRow } from './contract/calls.ts'
import type { ListedApplication, getApplication } from './queries/applications.ts'
import type { listReferrals } from './queries/referrals.ts'

/** A row of the operator’s queue. */
export function viewApplication(row: ListedApplication): ApplicationRow {
  return {
    application_id: Number(row.id),
    kind: row.kind,
    status: row.status,
    is_repeat: row.isRepeat,
    repeat_count: row.repeatCount,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    country: row.countryCode,
    phone: row.phone,
    is_confirmed: row.isConfirmed,
    address: row.address,
    created_at: row.createdAt.toISOString(),
  }
}

/** An application with its answers and the other applications of its address. */
export function viewApplicationDetail(row: Awaited<ReturnType<typeof getApplication>>): ApplicationDetail {
  return {
    ...viewApplication(row),
    fields: row.fields,
    reason: row.reason,
    note: row.note,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.deciderName,
    account_role: row.role,
    account_status: row.reviewStatus,
    publisher_id: row.publisherId === null ? null : Number(row.publisherId),
    advertiser_id: row.advertiserId === null ? null : Number(row.advertiserId),
    others: row.others.map(viewApplication),
  }
}

/** An applicant as the publisher whose link was followed reads it: without a name before the approval. */
export function viewReferral(row: Awaited<ReturnType<typeof listReferrals>>['referrals'][number]): ReferralRow {
  const { createdAt, status, name } = row
  return { came_at: createdAt.toISOString(), status, name: status === 'approved' ? name : null }
}
