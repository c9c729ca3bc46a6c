import { z } from 'zod'
import { MAX_STORED_FILE_BYTES, MEDIA_TYPES, StoredFile, fileNameQuery } from '#domains/people/files/contract.ts'
import { MAX_ORDER_REF_LENGTH } from '#domains/orders/transactions/rules/read-order.ts'
import { NoteBody, NotesReply } from '#domains/people/notes/contract.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { isCurrency } from '#kernel/lists/currencies.ts'
import { MAX_FOREIGN_AMOUNT, parseAmount } from '#kernel/money.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { CLAIM_STATUSES, MAX_CLAIM_TEXT, REFUSAL_REASONS } from '../rules.ts'
import { ClaimDetail, ClaimList, ClaimSums, ofClaim, ofClaimFile as ofFile } from './claim.ts'

const ownPath = '/api/v1/account/publishers/me/claims'
const advertiserPath = '/api/v1/brand/claims'

const Amount = z.string().transform((text, context) => {
  const amount = parseAmount(text.trim())
  if (amount !== undefined && amount <= MAX_FOREIGN_AMOUNT) return amount
  context.addIssue({ code: 'custom', message: coded('program.amount') })
  return z.NEVER
})
const OptionalAmount = Amount.or(z.literal('').transform(() => null))

const listQuery = z.object({ ...pageQuery(LIST_PAGE_SIZES, 20), status: z.enum(CLAIM_STATUSES).optional() })
const list = z.object({ success: z.literal(true), data: ClaimList })
const detail = z.object({ success: z.literal(true), data: ClaimDetail })
const filed = z.object({
  success: z.literal(true),
  data: z.object({ claim_id: z.uuid(), status: z.enum(CLAIM_STATUSES) }),
})
const acted = z.object({ success: z.literal(true), status: z.enum(CLAIM_STATUSES) })
const sequence = z.coerce.number<string | number>().int().min(1).max(32_767)
const fileId = z.uuid(coded('file.missing')).or(z.literal('')).default('')

/** Lists the claims of the signed-in publisher, the last filed first. */
export const listClaimsCall = endpoint({
  method: 'GET',
  path: ownPath,
  access: 'publisher',
  encoding: 'none',
  summary: 'My claims for missing orders, the last filed first',
  query: listQuery,
  reply: list,
})

/** Answers what the form of a claim offers, and fills it from a hit of the publisher. */
export const getClaimFormCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/claim-form',
  access: 'publisher',
  encoding: 'none',
  summary: 'What a claim can say: my sites, a brand with the events of its terms, and the facts of one of my hits',
  query: z.object({
    hit_id: z.uuid().optional(),
    /** By default the brand of the hit. */ advertiser_id: Id.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      today: Day,
      first_day: Day,
      /** Whether the publisher has joined or left a programme. */
      can_claim: z.boolean(),
      advertiser: z
        .object({
          advertiser_id: z.number().int(),
          name: z.string(),
          currency: z.string(),
          events: z.array(z.string()),
        })
        .nullable(),
      sites: z.array(z.object({ key: z.string(), name: z.string() })),
      hit: z.object({ hit_id: z.uuid(), clicked_on: Day, key: z.string() }).nullable(),
    }),
  }),
})

/** Stores a file that supports a claim. `fileClaimCall` and the other acts on a claim name it. */
export const storeClaimFileCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/claim-files',
  access: 'publisher',
  encoding: 'file',
  maxFileBytes: MAX_STORED_FILE_BYTES,
  summary: 'Store evidence for a claim (PDF, PNG or JPEG, at most 5 MB) for the next call',
  query: fileNameQuery,
  reply: z.object({ success: z.literal(true), data: StoredFile }),
})

/** Files a claim. The machine answers at once; what it cannot answer waits for the advertiser. */
export const fileClaimCall = endpoint({
  method: 'POST',
  path: ownPath,
  access: 'publisher',
  encoding: 'json',
  summary: 'Say that an order is missing',
  body: z.strictObject({
    advertiser_id: Id,
    /** The key of the site to which the order belongs. */
    key: plainText(64),
    order_id: requiredText(MAX_ORDER_REF_LENGTH),
    event: plainText(40).default('sale'),
    ordered_on: Day,
    /** Empty for an order without a value. */
    amount: OptionalAmount.default(null),
    currency: z.string().trim().toUpperCase().refine(isCurrency, coded('choice')),
    text: requiredText(MAX_CLAIM_TEXT),
    /** A hit of the publisher that led to the order. */
    hit_id: z.uuid().or(z.literal('')).default(''),
    file_id: fileId,
  }),
  reply: filed,
})

/** Gets a claim of the publisher with its timeline. */
export const getClaimCall = endpoint({
  method: 'GET',
  path: `${ownPath}/:claim_id`,
  access: 'publisher',
  encoding: 'none',
  summary: 'One of my claims with its timeline',
  ...ofClaim,
  reply: detail,
})

/** Contradicts an answer of the machine, once and with evidence. The claim waits for the advertiser then. */
export const insistOnClaimCall = endpoint({
  method: 'POST',
  path: `${ownPath}/:claim_id/insist`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Contradict the answer to one of my claims with evidence; the brand decides then',
  ...ofClaim,
  body: z.strictObject({ sequence, text: requiredText(MAX_CLAIM_TEXT), file_id: z.uuid(coded('file.missing')) }),
  reply: acted,
})

/** Sends the evidence for which the advertiser asked. The clock goes on. */
export const sendClaimEvidenceCall = endpoint({
  method: 'POST',
  path: `${ownPath}/:claim_id/evidence`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Send the evidence for which the brand asked',
  ...ofClaim,
  body: z.strictObject({ sequence, text: requiredText(MAX_CLAIM_TEXT), file_id: fileId }),
  reply: acted,
})

/** Withdraws a claim that waits. */
export const withdrawClaimCall = endpoint({
  method: 'POST',
  path: `${ownPath}/:claim_id/withdraw`,
  access: 'publisher',
  encoding: 'json',
  summary: 'Withdraw a claim that waits for the brand',
  ...ofClaim,
  body: z.strictObject({ sequence }),
  reply: acted,
})

/** Downloads a file of a claim. */
export const downloadClaimFileCall = endpoint({
  method: 'GET',
  path: `${ownPath}/:claim_id/files/:sequence`,
  access: 'publisher',
  encoding: 'none',
  summary: 'A file of one of my claims',
  ...ofFile,
  files: MEDIA_TYPES,
})

/** Lists the claims at the shop of the signed-in advertiser: waiting ones by their end, others the last filed first. */
export const listAdvertiserClaimsCall = endpoint({
  method: 'GET',
  path: advertiserPath,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Claims for orders at my shop: those that wait by their end, the others the last filed first',
  query: listQuery.extend({ status: z.enum(['waiting', 'accepted', 'refused']).default('waiting') }),
  reply: list,
})

/** Sums the claims that the signed-in advertiser has to decide. */
export const sumClaimsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/claims-to-decide',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'How many claims wait for me, what they would earn, and when the first decides itself',
  reply: z.object({ success: z.literal(true), data: ClaimSums }),
})

/** Gets a claim at the shop with its timeline. */
export const getAdvertiserClaimCall = endpoint({
  method: 'GET',
  path: `${advertiserPath}/:claim_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A claim for an order at my shop with its timeline',
  ...ofClaim,
  reply: detail,
})

/** Confirms a claim as an order. The status is `answered` if the order was recorded meanwhile. */
export const acceptClaimCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/:claim_id/accept`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Confirm a claim as an order; another amount needs a reason in the note',
  ...ofClaim,
  body: z.strictObject({ sequence, amount: OptionalAmount.default(null), note: plainText(MAX_CLAIM_TEXT).default('') }),
  reply: acted,
})

/** Refuses a claim. */
export const refuseClaimCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/:claim_id/refuse`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Refuse a claim with a reason and a text that the publisher reads',
  ...ofClaim,
  body: z.strictObject({
    sequence,
    reason: z.enum(REFUSAL_REASONS, coded('choice')),
    note: requiredText(MAX_CLAIM_TEXT),
  }),
  reply: acted,
})

/** Asks the publisher for evidence, once. The clock waits for it for some days. */
export const askForEvidenceCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/:claim_id/ask`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Ask the publisher for evidence; the clock waits for it for 7 days at most',
  ...ofClaim,
  body: z.strictObject({ sequence, note: requiredText(MAX_CLAIM_TEXT) }),
  reply: acted,
})

/** Writes a note about a claim at the shop, which only the team of the advertiser reads. */
export const noteAdvertiserClaimCall = endpoint({
  method: 'POST',
  path: `${advertiserPath}/:claim_id/notes`,
  access: 'advertiser:note',
  encoding: 'json',
  summary: 'Write a note about a claim at my shop, for my own team',
  ...ofClaim,
  body: NoteBody,
  reply: NotesReply,
})

/** Downloads a file of a claim at the shop. */
export const downloadAdvertiserClaimFileCall = endpoint({
  method: 'GET',
  path: `${advertiserPath}/:claim_id/files/:sequence`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'A file of a claim for an order at my shop',
  ...ofFile,
  files: MEDIA_TYPES,
})
