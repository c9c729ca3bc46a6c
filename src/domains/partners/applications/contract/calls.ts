import { z } from 'zod'
import { newPassword, typedPassword } from '#domains/people/accounts/contract/sign-in.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { lacksChannel } from '#kernel/site-url.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import type { FieldErrors, FormRule } from '../rules/form-validation.ts'
import { buildBodySchema } from './body-schemas.ts'
import { ADVERTISER_FORM, CHANNEL_FORM, PERSON_FORM, PROFILE_FORM, QUESTION_FORM, START_FORM } from './forms.ts'
import { APPLICATION_KINDS, APPLICATION_STATUSES, QUEUE_FILTERS } from './options.ts'
import * as wire from './endpoint-paths.ts'

const done = z.object({ success: z.literal(true), message: z.string() })

/** Refuses a platform without a channel. The server alone does, so that visitors do not load the list of platforms. */
const refuseBarePlatform: NonNullable<FormRule['refine']> = ({ site_url: text }): FieldErrors =>
  typeof text === 'string' && lacksChannel(text) ? { site_url: 'site.channel' } : {}

const creatorForm = { fields: { ...PERSON_FORM.fields, ...CHANNEL_FORM.fields } }
const advertiserForm = { fields: { ...PERSON_FORM.fields, ...ADVERTISER_FORM.fields } }

/** Applies as a creator (specification 1, section 7). The answer is the same for every address. */
export const applyAsCreatorCall = endpoint({ ...wire.applyAsCreator, body: buildBodySchema(creatorForm), reply: done })

/** Applies as a brand (specification 1, section 7). The answer is the same for every address. */
export const applyAsAdvertiserCall = endpoint({
  ...wire.applyAsAdvertiser,
  body: buildBodySchema(advertiserForm),
  reply: done,
})

const signUpParams = z.object({ publisher_id: z.uuid() })

/** Step 1 of the publishers' sign-up. The browser gets a cookie that the next steps need. */
export const beginSignUpCall = endpoint({
  ...wire.beginSignUp,
  body: buildBodySchema(START_FORM),
  reply: done.extend({ publisher_id: z.uuid() }),
})

/** Step 2 of the publishers' sign-up. Another browser gets the answer for an unknown id. */
export const fillProfileCall = endpoint({
  ...wire.fillProfile,
  params: signUpParams,
  body: buildBodySchema({ ...PROFILE_FORM, refine: refuseBarePlatform }),
  reply: done,
})

/** Step 3 of the publishers' sign-up, which creates the application. A second call answers the same. */
export const finishSignUpCall = endpoint({
  ...wire.finishSignUp,
  params: signUpParams,
  body: buildBodySchema(QUESTION_FORM),
  reply: done,
})

/** Reads the sign-up of this browser and its next step; the step is 1 without a sign-up. */
export const getSignUpCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/sign-up',
  access: 'public',
  encoding: 'none',
  summary: 'The sign-up that this browser has begun: its id, its next step and what step 2 holds.',
  reply: z.object({
    success: z.literal(true),
    publisher_id: z.uuid().nullable(),
    email: z.string(),
    step: z.number(),
    profile: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  }),
})

/**
 * Continues a sign-up in this browser by the token of its mail, which also confirms the address. `password` is the one
 * of step 1; `password1` and `password2` replace it.
 */
export const resumeSignUpCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/sign-up/resume',
  access: 'public',
  encoding: 'json',
  summary: 'Take a sign-up up again by the link of its mail, or confirm the address of a finished one.',
  body: z
    .object({
      token: z.string().max(100),
      password: typedPassword.optional(),
      password1: newPassword.optional(),
      password2: z.string(coded('required')).optional(),
    })
    .refine((form) => form.password !== undefined || form.password1 !== undefined, {
      path: ['password'],
      message: coded('required'),
    })
    .refine((form) => form.password1 === form.password2, { path: ['password2'], message: coded('password.differ') }),
  reply: z.object({ success: z.literal(true), is_finished: z.boolean() }),
})

const row = z.object({
  application_id: z.number(),
  kind: z.enum(APPLICATION_KINDS),
  status: z.enum(APPLICATION_STATUSES),
  is_repeat: z.boolean(),
  /** The number of further applications with this address. */
  repeat_count: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  country: z.string().nullable(),
  phone: z.string(),
  /** Whether the applicant has used a link that went to the address. */
  is_confirmed: z.boolean(),
  /** Channel, site or website, as the applicant typed it. */
  address: z.string(),
  created_at: z.iso.datetime(),
})

/** An application in the operator's list. */
export type ApplicationRow = z.output<typeof row>

/** Lists applications for operators: waiting ones oldest first, others newest first. */
export const listApplicationsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/applications',
  access: 'operator',
  encoding: 'none',
  summary: 'Applications by kind, state and a part of name, address or company.',
  query: z.object({
    kind: z.enum(APPLICATION_KINDS).optional(),
    show: z.enum(QUEUE_FILTERS).default('waiting'),
    search: plainText(200).default(''),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      count: z.number(),
      /** The number of waiting applications, whatever the filter. */
      waiting: z.number(),
      page_number: z.number(),
      page_size: z.number(),
      applications: z.array(row),
    }),
  }),
})

const detail = row.extend({
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  reason: z.string(),
  note: z.string(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.string().nullable(),
  account_role: z.string(),
  account_status: z.string(),
  publisher_id: z.number().nullable(),
  advertiser_id: z.number().nullable(),
  /** The other applications with this address, newest first. */
  others: z.array(row),
})

/** An application with all its answers. */
export type ApplicationDetail = z.output<typeof detail>

const applicationParams = z.object({ application_id: Id })

/** Reads one application for operators. */
export const getApplicationCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/applications/:application_id',
  access: 'operator',
  encoding: 'none',
  summary: 'One application with its answers and the others of its address.',
  params: applicationParams,
  reply: z.object({ success: z.literal(true), data: detail }),
})

/** Approves an application and creates the publisher with its site, or the advertiser with its draft programme. */
export const approveApplicationCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/applications/:application_id/approve',
  access: 'operator',
  encoding: 'json',
  summary: 'Approve an application and tell the applicant by mail.',
  params: applicationParams,
  body: z.strictObject({
    /** The advertiser's website, as the operator corrected it; empty keeps the one that the applicant typed. */
    website: plainText(2000).default(''),
    note: plainText(1000).default(''),
  }),
  reply: done,
})

/** Rejects an application with a reason that the applicant reads. */
export const rejectApplicationCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/applications/:application_id/reject',
  access: 'operator',
  encoding: 'json',
  summary: 'Reject an application and tell the applicant the reason by mail.',
  params: applicationParams,
  body: z.strictObject({ reason: requiredText(1000), note: plainText(1000).default('') }),
  reply: done,
})

/** Writes a note that only operators read. */
export const noteApplicationCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/applications/:application_id/note',
  access: 'operator',
  encoding: 'json',
  summary: 'Write a note on an application.',
  params: applicationParams,
  body: z.strictObject({ note: plainText(1000).default('') }),
  reply: done,
})

/** Tells which steps of the checklist a publisher has done. */
export const getChecklistCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/checklist',
  access: 'publisher',
  encoding: 'none',
  summary: 'What you have done on the way to your first commission, from the first site to the first transaction.',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      site_count: z.number(),
      joined_count: z.number(),
      has_script: z.boolean(),
      has_links: z.boolean(),
      has_clicks: z.boolean(),
      has_transactions: z.boolean(),
    }),
  }),
})

const referral = z.object({
  came_at: z.iso.datetime(),
  status: z.enum(APPLICATION_STATUSES),
  /** The publisher's name once it is approved. */
  name: z.string().nullable(),
})

/** An applicant who followed a referral link. */
export type ReferralRow = z.output<typeof referral>

/** Lists who came by the publisher's referral link. Referrals pay nothing yet. */
export const listReferralsCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/referrals',
  access: 'publisher',
  encoding: 'none',
  summary: 'Your referral link and who came by it, newest first; it pays nothing yet.',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 10)),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ link: z.string(), count: z.number(), referrals: z.array(referral) }),
  }),
})
