import { z } from 'zod'
import { addTermsCall, updateProgramCall } from '#domains/programmes/programs/contract/program.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { FILE_FAULTS, RECORD_FAULTS } from '../rules.ts'
import { setupReply } from './setup-view.ts'

const succeeded = { success: z.literal(true) }
const done = z.object(succeeded)
const advertiserPath = '/api/v1/brand'
const pendingParams = z.object({ pending_domain_id: Id })

export const getSetupCall = endpoint({
  method: 'GET',
  path: `${advertiserPath}/setup`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Your steps to an open programme: company, hosts to prove, test orders and the opening',
  reply: setupReply,
})

export const saveCompanyCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/company`,
  access: 'advertiser:set_company',
  encoding: 'json',
  summary: 'Say who stands behind your brand',
  body: z.strictObject({
    legal_name: requiredText(160),
    street: requiredText(200),
    postal_code: plainText(20).default(''),
    city: requiredText(120),
    country: z.string().refine((code) => COUNTRY_CODES.includes(code), coded('choice')),
    vat_number: plainText(40).default(''),
    contact_name: requiredText(120),
    contact_email: z
      .string()
      .trim()
      .max(254)
      .pipe(z.email(coded('email'))),
  }),
  reply: done,
})

export const declarePendingDomainCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/domains`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Name a host that you will prove by a file or a TXT record',
  body: z.strictObject({ hostname: requiredText(300) }),
  reply: z.object({ ...succeeded, pending_domain_id: z.number(), host: z.string() }),
})

export const checkPendingDomainCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/domains/:pending_domain_id/check`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Look for the proof of a host now; a proved host is declared at once',
  params: pendingParams,
  reply: z.object({
    ...succeeded,
    proof: z.enum(['file', 'record']).nullable(),
    file_fault: z.enum(FILE_FAULTS).nullable(),
    record_fault: z.enum(RECORD_FAULTS).nullable(),
  }),
})

export const removePendingDomainCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/domains/:pending_domain_id/withdraw`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Withdraw a host that waits for its proof',
  params: pendingParams,
  reply: done,
})

export const removeOwnDomainCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/declared-domains/:domain_id/remove`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Remove one of your declared hosts; links to it lead nowhere from then on',
  params: z.object({ domain_id: Id }),
  reply: done,
})

export const changeOwnProgramCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/program`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary:
    'Change your programme; what is left out stays. After the opening methods are only permitted here, since the ' +
    'draft of your terms restricts them, and the click parameter stays.',
  body: updateProgramCall.body.pick({
    title: true,
    description: true,
    commission_text: true,
    join_mode: true,
    click_param: true,
    countries: true,
    methods: true,
  }),
  reply: done,
})

export const addDraftTermsCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/terms`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Add the next version of your terms while the programme is a draft',
  body: addTermsCall.body.omit({ fee_basis: true, fee_percent: true, no_notice_reason: true }),
  reply: addTermsCall.reply,
})

export const issueTestClickCall = endpoint({
  method: 'GET',
  path: `${advertiserPath}/test-click`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A click to test your shop with: an order with it is checked and priced, and counted nowhere',
  refusals: [409],
  reply: z.object({
    ...succeeded,
    data: z.object({
      token: z.string(),
      click_param: z.string(),
      /** The website, or a proved host where it is on none, as a visitor with this click reaches it. */
      landing_url: z.string(),
      expires_at: z.iso.datetime(),
    }),
  }),
})

export const requestOpeningCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/opening`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Open your programme, or ask for the review that the network requires',
  reply: z.object({ ...succeeded, status: z.enum(['open', 'waiting']) }),
})

export const withdrawOpeningCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/opening/withdraw`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Take your request for a review back, to change the programme again',
  reply: done,
})

export const hideFirstStepsCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/first-steps/hide`,
  access: 'advertiser:run_programme',
  encoding: 'json',
  summary: 'Hide the first steps after the opening from the home of your brand',
  reply: done,
})
