import { z } from 'zod'
import { TestOrderView } from '#domains/orders/transactions/contract/test-order.ts'
import { FILE_FAULTS, RECORD_FAULTS } from '../rules.ts'

/** Who stands behind a brand; what was not given is empty. */
const CompanyView = z.object({
  legal_name: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  /** ISO 3166 code. */
  country: z.string(),
  vat_number: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
})

/** @see CompanyView */
export type CompanyView = z.infer<typeof CompanyView>

/** A host that the brand has still to prove: by the file at `file_url`, or by a TXT record of `record_name`. */
export const PendingDomainView = z.object({
  id: z.number(),
  host: z.string(),
  /** The content of the file or record. */
  token: z.string(),
  file_url: z.string(),
  record_name: z.string(),
  /** The last check; null before the first. */
  checked_at: z.iso.datetime().nullable(),
  file_fault: z.enum(FILE_FAULTS).nullable(),
  record_fault: z.enum(RECORD_FAULTS).nullable(),
})

/** @see PendingDomainView */
export type PendingDomainView = z.infer<typeof PendingDomainView>

/** The set-up of a brand: what it gave and proved, and which steps to the open programme are done. */
export const SetupView = z.object({
  done: z.object({
    company: z.boolean(),
    hosts: z.boolean(),
    terms: z.boolean(),
    click_param: z.boolean(),
    test: z.boolean(),
    open: z.boolean(),
  }),
  company: CompanyView,
  pending_domains: z.array(PendingDomainView),
  /** The last test orders, newest first. */
  test_orders: z.array(TestOrderView),
  is_test_skipped: z.boolean(),
  is_review_required: z.boolean(),
  /** Whether the brand hid the first steps after its opening. */
  are_first_steps_hidden: z.boolean(),
  /** The last request to open the programme. */
  opening: z
    .object({
      state: z.enum(['waiting', 'approved', 'declined', 'withdrawn']),
      requested_at: z.iso.datetime(),
      decided_at: z.iso.datetime().nullable(),
      /** What the brand has to change; else empty. */
      reason: z.string(),
    })
    .nullable(),
})

/** @see SetupView */
export type SetupView = z.infer<typeof SetupView>

/** The reply with a set-up. */
export const setupReply = z.object({ success: z.literal(true), data: SetupView })
