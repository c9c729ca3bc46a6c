import { z } from 'zod'
import { MEDIA_TYPES } from '#domains/people/files/contract.ts'
import { NoteBody, NotesReply } from '#domains/people/notes/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { CLAIM_STATUSES } from '../rules.ts'
import { ClaimDetail, ClaimList, ofClaim, ofClaimFile } from './claim.ts'

const path = '/api/v1/operator/claims'

/** Lists the claims of the network: waiting ones by their end, others the last filed first. */
export const listNetworkClaimsCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'All claims: those that wait by their end, the others the last filed first',
  query: z.object({
    ...pageQuery(LIST_PAGE_SIZES, 20),
    /** `by_clock`: accepted because the advertiser did not decide in time. */
    status: z.enum([...CLAIM_STATUSES, 'by_clock']).optional(),
    /** A part of the names of advertiser and publisher, or of the order id. */
    keyword: plainText(200).optional(),
  }),
  reply: z.object({ success: z.literal(true), data: ClaimList }),
})

/** Gets any claim with its timeline. */
export const getNetworkClaimCall = endpoint({
  method: 'GET',
  path: `${path}/:claim_id`,
  access: 'operator',
  encoding: 'none',
  summary: 'Any claim with its timeline',
  ...ofClaim,
  reply: z.object({ success: z.literal(true), data: ClaimDetail }),
})

/** Writes a note about any claim, which only operators read. */
export const noteNetworkClaimCall = endpoint({
  method: 'POST',
  path: `${path}/:claim_id/notes`,
  access: 'operator',
  encoding: 'json',
  summary: 'Write a note about any claim, for the operators',
  ...ofClaim,
  body: NoteBody,
  reply: NotesReply,
})

/** Downloads a file of any claim. */
export const downloadNetworkClaimFileCall = endpoint({
  method: 'GET',
  path: `${path}/:claim_id/files/:sequence`,
  access: 'operator',
  encoding: 'none',
  summary: 'A file of any claim',
  ...ofClaimFile,
  files: MEDIA_TYPES,
})
