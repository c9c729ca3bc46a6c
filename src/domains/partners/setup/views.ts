import type { getOffer } from '#domains/programmes/programs/queries/offers.ts'
import { getCoverage } from '#domains/programmes/programs/rules.ts'
import { viewOfferDates } from '#domains/programmes/programs/views/program.ts'
import { viewTestOrder } from '#domains/orders/transactions/views.ts'
import { toDay } from '#kernel/days.ts'
import type { WaitingOpening } from './contract/operator.ts'
import type { OfferedSetup } from './contract/publisher.ts'
import type { CompanyView, PendingDomainView, SetupView } from './contract/setup-view.ts'
import type { listWaitingOpenings } from './queries/openings.ts'
import type { getSetup, listPendingDomains } from './queries/setup.ts'
import { getProofRecord, getProofUrl } from './rules.ts'
import type { Company } from '#domains/people/advertisers/rules.ts'

type SetupRows = Awaited<ReturnType<typeof getSetup>>
type OfferFigures = Pick<
  Awaited<ReturnType<typeof getOffer>>,
  'confirmedCommission' | 'uncoveredCommission' | 'noJoinsFrom' | 'closesAt' | 'pausesAt'
>
type PendingDomainRow = Awaited<ReturnType<typeof listPendingDomains>>[number]
type OpeningRow = Awaited<ReturnType<typeof listWaitingOpenings>>['openings'][number]

/** A set-up as publishers read it, with the figures of the programme. */
export function viewOfferedSetup({ done, ...setup }: SetupRows, offer: OfferFigures): OfferedSetup {
  const { inForce } = setup
  const { confirmedCommission, uncoveredCommission } = offer
  return {
    done: { hosts: done.hosts, terms: done.terms, test: done.test },
    hosts: setup.hosts,
    tested_on: setup.testedAt === null ? null : toDay(setup.testedAt),
    decides_within_days: inForce?.validationDays ?? null,
    decides: inForce?.validationEnd ?? null,
    coverage:
      confirmedCommission === null || uncoveredCommission === null
        ? null
        : getCoverage({ confirmedCommission, uncoveredCommission }),
    ...viewOfferDates(offer),
  }
}

/** A set-up as its brand and the operator read it. */
export function viewSetup({ opening, ...setup }: SetupRows): SetupView {
  return {
    done: setup.done,
    company: viewCompany(setup.company),
    pending_domains: setup.pendingDomains.map(viewPendingDomain),
    test_orders: setup.testOrders.map(viewTestOrder),
    is_test_skipped: setup.isTestSkipped,
    is_review_required: setup.isReviewRequired,
    are_first_steps_hidden: setup.areFirstStepsHidden,
    opening: opening
      ? {
          state: opening.state,
          requested_at: opening.requestedAt.toISOString(),
          decided_at: opening.decidedAt?.toISOString() ?? null,
          reason: opening.reason,
        }
      : null,
  }
}

function viewCompany(company: Company): CompanyView {
  return {
    legal_name: company.legalName,
    street: company.street,
    postal_code: company.postalCode,
    city: company.city,
    country: company.countryCode,
    vat_number: company.vatNumber,
    contact_name: company.contactName,
    contact_email: company.contactEmail,
  }
}

function viewPendingDomain(row: PendingDomainRow): PendingDomainView {
  return {
    id: Number(row.id),
    host: row.host,
    token: row.token,
    file_url: getProofUrl(row.host),
    record_name: getProofRecord(row.host),
    checked_at: row.checkedAt?.toISOString() ?? null,
    file_fault: row.fileFault,
    record_fault: row.recordFault,
  }
}

/** A programme that waits for its review. */
export function viewWaitingOpening(row: OpeningRow): WaitingOpening {
  return {
    advertiser_id: Number(row.advertiserId),
    advertiser_name: row.name,
    website: row.website,
    title: row.title,
    requested_at: row.requestedAt.toISOString(),
  }
}
