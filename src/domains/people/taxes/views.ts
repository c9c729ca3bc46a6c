import { getCountryName } from '#kernel/lists/countries.ts'
import type { LegalDetails, LegalView, QueuedForm, TaxFormView } from './contract.ts'
import type { QueuedFormRow, TaxFormRow, readLegal } from './queries.ts'
import { SELF_BILLING_VERSION, listForms } from './rules.ts'
import type { LegalInput } from './rules.ts'

function viewDetails({ legalName, kind, address, zipCode, country, vatId }: LegalInput): LegalDetails {
  return { legal_name: legalName, kind, address, zip_code: zipCode, country, vat_id: vatId }
}

function viewForm(row: TaxFormRow | QueuedFormRow): TaxFormView {
  return {
    id: row.id,
    form: row.form,
    signed_on: row.signedOn,
    expires_on: row.expiresOn,
    status: row.status,
    submitted_at: row.submittedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    file: row.file,
  }
}

/** Builds the legal page of a publisher. */
export function viewLegal({ details, profile, isRequired, state, forms }: Awaited<ReturnType<typeof readLegal>>) {
  const { company, firstName, lastName, address, zipCode, country } = profile
  const kind = company === '' ? 'person' : 'company'
  const legalName = company === '' ? `${firstName} ${lastName}`.trim() : company
  const view: LegalView = {
    details: details && viewDetails(details),
    proposed: viewDetails({ legalName, kind, address, zipCode, country, vatId: '' }),
    self_billing: {
      version: details?.selfBillingVersion ?? null,
      agreed_at: details?.selfBillingAt?.toISOString() ?? null,
      present_version: SELF_BILLING_VERSION,
    },
    tax: {
      is_required: isRequired,
      state,
      admitted: details ? [...listForms(details)] : [],
      forms: forms.map(viewForm),
    },
  }
  return view
}

/** Builds a tax form as operators see it. */
export function viewQueuedForm(row: QueuedFormRow, locale: 'en' | 'zh'): QueuedForm {
  const { legalName, kind, address, zipCode, country, vatId } = row
  const isKnown = legalName !== null && kind !== null && address !== null && zipCode !== null
  return {
    ...viewForm(row),
    publisher_id: Number(row.publisherId),
    publisher_name: row.publisherName,
    details:
      isKnown && country !== null && vatId !== null
        ? viewDetails({ legalName, kind, address, zipCode, country, vatId })
        : null,
    details_changed_at: row.detailsChangedAt?.toISOString() ?? null,
    country_name: country === null || country === '' ? '' : getCountryName(country, locale),
    decided_by: row.deciderName,
  }
}
