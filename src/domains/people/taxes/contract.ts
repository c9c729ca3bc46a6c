import { z } from 'zod'
import { MAX_STORED_FILE_BYTES, MEDIA_TYPES, StoredFile, fileNameQuery } from '#domains/people/files/contract.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { FORM_STATUSES, LEGAL_KINDS, TAX_FORM_STATES, TAX_FORM_TYPES } from './rules.ts'

const path = '/api/v1/account/publishers/me/legal'
const done = z.object({ success: z.literal(true) })
const ofForm = z.object({ form_id: z.uuid() })

const LegalDetails = z.object({
  legal_name: z.string(),
  kind: z.enum(LEGAL_KINDS),
  address: z.string(),
  zip_code: z.string(),
  /** An ISO 3166 code, or empty. */
  country: z.string(),
  /** With the letters of its country, or empty. */
  vat_id: z.string(),
})

/** Who a publisher is for contracts and taxes. */
export type LegalDetails = z.infer<typeof LegalDetails>

const TaxFormView = z.object({
  id: z.uuid(),
  form: z.enum(TAX_FORM_TYPES),
  signed_on: Day,
  /** The last day on which it holds; null for a form without an end. */
  expires_on: Day.nullable(),
  status: z.enum(FORM_STATUSES),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** Null once the file was deleted. */
  file: StoredFile.nullable(),
})

/** A tax form as its publisher sees it. */
export type TaxFormView = z.infer<typeof TaxFormView>

const LegalView = z.object({
  /** Null until they are saved. */
  details: LegalDetails.nullable(),
  /** What the profile says, to begin with. */
  proposed: LegalDetails,
  self_billing: z.object({
    /** The version to which the publisher has agreed; null without consent. */
    version: z.string().nullable(),
    agreed_at: z.iso.datetime().nullable(),
    /** The version to which a publisher agrees now. */
    present_version: z.string(),
  }),
  tax: z.object({
    /** Whether the network pays only with a verified form. */
    is_required: z.boolean(),
    state: z.enum(TAX_FORM_STATES),
    /** The forms that the legal details admit, the usual one first. */
    admitted: z.array(z.enum(TAX_FORM_TYPES)),
    /** The last ones, newest first. */
    forms: z.array(TaxFormView),
  }),
})

/** The legal and tax details of a publisher. */
export type LegalView = z.infer<typeof LegalView>

/** Reads the legal and tax details of the signed-in publisher. */
export const getLegalCall = endpoint({
  method: 'GET',
  path,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'Your legal details, your consent to self-billing and your tax forms',
  reply: z.object({ success: z.literal(true), data: LegalView }),
})

/** Saves the legal details. Another name, kind or country ends the verification of the tax form. */
export const saveLegalCall = endpoint({
  method: 'POST',
  path,
  access: 'publisher-closed',
  encoding: 'json',
  needsPassword: true,
  summary: 'Save your legal details; needs a verified password',
  body: z.strictObject({
    legalName: requiredText(200),
    kind: z.enum(LEGAL_KINDS, coded('choice')),
    address: requiredText(300),
    zipCode: plainText(20).default(''),
    country: z.enum(COUNTRY_CODES as [string, ...string[]], coded('choice')),
    vatId: plainText(30).default(''),
  }),
  reply: done,
})

/** Gives or withdraws the consent to self-billing. */
export const setSelfBillingCall = endpoint({
  method: 'POST',
  path: `${path}/self-billing`,
  access: 'publisher-closed',
  encoding: 'json',
  summary: 'Agree that the network issues your invoices, or withdraw it',
  body: z.strictObject({
    /** The version that the publisher has read; null withdraws the consent. */
    version: z.string().max(20).nullable(),
  }),
  reply: done,
})

/** Stores the file of a tax form. `submitTaxFormCall` names it. */
export const uploadTaxFormCall = endpoint({
  method: 'POST',
  path: `${path}/tax-form-file`,
  access: 'publisher-closed',
  encoding: 'file',
  maxFileBytes: MAX_STORED_FILE_BYTES,
  summary: 'Store the file of a tax form (PDF, PNG or JPEG, at most 5 MB) for the next call',
  query: fileNameQuery,
  reply: z.object({ success: z.literal(true), data: StoredFile }),
})

/** Hands a tax form in. It replaces one that waits. */
export const submitTaxFormCall = endpoint({
  method: 'POST',
  path: `${path}/tax-forms`,
  access: 'publisher-closed',
  encoding: 'json',
  summary: 'Hand a tax form in; an operator verifies it',
  body: z.strictObject({
    form: z.enum(TAX_FORM_TYPES, coded('choice')),
    signed_on: Day,
    file_id: z.uuid(coded('file.missing')),
  }),
  reply: done,
})

/** Downloads the file of one of the publisher's tax forms. */
export const downloadOwnTaxFormCall = endpoint({
  method: 'GET',
  path: `${path}/tax-forms/:form_id/file`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'The file of one of your tax forms',
  params: ofForm,
  files: MEDIA_TYPES,
})

const operatorPath = '/api/v1/operator/tax-forms'

const QueuedForm = TaxFormView.extend({
  publisher_id: z.number().int(),
  publisher_name: z.string(),
  details: LegalDetails.nullable(),
  /** When they were changed; a decision names it. */
  details_changed_at: z.iso.datetime().nullable(),
  /** The country of the details in the reader's language, or empty. */
  country_name: z.string(),
  decided_by: z.string().nullable(),
})

/** A tax form as operators see it. */
export type QueuedForm = z.infer<typeof QueuedForm>

/** Lists tax forms: the waiting ones with the oldest first, others with the newest first. */
export const listTaxFormsCall = endpoint({
  method: 'GET',
  path: operatorPath,
  access: 'operator',
  encoding: 'none',
  summary: 'The tax forms of publishers by status, and whether forms are required',
  query: z.object({ ...pageQuery(LIST_PAGE_SIZES, 20), status: z.enum(FORM_STATUSES).default('waiting') }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      count: z.number().int(),
      /** How many wait, whatever the status of the list. */
      waiting: z.number().int(),
      forms: z.array(QueuedForm),
      is_required: z.boolean(),
    }),
  }),
})

/** What an operator saw: a decision is refused when the publisher has changed its details since. */
const seen = { details_changed_at: z.iso.datetime().nullable() }

/** Verifies a tax form that waits. */
export const verifyTaxFormCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:form_id/verify`,
  access: 'operator',
  encoding: 'json',
  summary: 'Verify a tax form that waits, compared with the legal details of that time',
  params: ofForm,
  body: z.strictObject(seen),
  reply: done,
})

/** Refuses a tax form that waits, or ends the verification of a form. */
export const refuseTaxFormCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/:form_id/refuse`,
  access: 'operator',
  encoding: 'json',
  summary: 'Refuse a tax form with a reason that the publisher reads; a verified one no longer holds then',
  params: ofForm,
  body: z.strictObject({ ...seen, reason: requiredText(300) }),
  reply: done,
})

/** Downloads the file of a tax form. */
export const downloadTaxFormCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/:form_id/file`,
  access: 'operator',
  encoding: 'none',
  summary: 'The file of a tax form; each download is recorded',
  params: ofForm,
  files: MEDIA_TYPES,
})

/** Decides whether the network pays only with a verified tax form. */
export const setTaxPolicyCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/tax-policy',
  access: 'operator',
  encoding: 'json',
  summary: 'Whether publishers are paid only with a verified tax form',
  body: z.strictObject({ is_required: z.boolean() }),
  reply: done,
})
