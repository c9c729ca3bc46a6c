import { z } from 'zod'
import { JOIN_MODES, MEMBERSHIP_STATUSES, VALIDATION_ENDS } from '../rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { METHOD_POLICIES, PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'

const succeeded = { success: z.literal(true) }

/** `code` is an ISO 3166 code or `GLOBAL`; the name is in the reader's language. */
const Country = z.object({ code: z.string(), name: z.string() })

/** A merchant in the public list. */
const MerchantCard = z.object({
  /** The page's address from the root. */
  path: z.string(),
  name: z.string(),
  /** The address of the logo on the site; empty without one. */
  logo: z.string(),
  title: z.string(),
  commission: z.string(),
  countries: z.array(Country),
})

/** @see MerchantCard */
export type MerchantCard = z.infer<typeof MerchantCard>

/** A merchant's page: its programme, and the reader's relation to it. */
const Merchant = MerchantCard.extend({
  advertiser_id: z.number(),
  description: z.string(),
  /** The shop's address and its name on the page. */
  website: z.object({ href: z.string(), name: z.string() }),
  /** All 24 methods; a `stance` of null means "not allowed". */
  methods: z.array(z.object({ method: z.enum(PROMOTION_METHODS), stance: z.enum(METHOD_POLICIES).nullable() })),
  /** The terms in force; null while the programme has none. `text` reads `7%` or `4.00 USD`. */
  terms: z
    .object({
      window_days: z.number(),
      validation_days: z.number(),
      validation_end: z.enum(VALIDATION_ENDS),
      hold_note: z.string(),
      max_extensions: z.number(),
      extension_days: z.number(),
      rates: z.array(z.object({ action_type: z.string(), text: z.string() })),
    })
    .nullable(),
  is_open: z.boolean(),
  join_mode: z.enum(JOIN_MODES),
  /** The publisher's relation to the programme; null without one, and for other readers. */
  membership: z.enum(MEMBERSHIP_STATUSES).nullable(),
  /** Whether the reader can send a join request now. */
  can_join: z.boolean(),
})

/** @see Merchant */
export type Merchant = z.infer<typeof Merchant>

export const listMerchantsCall = endpoint({
  method: 'GET',
  path: '/api/v1/merchants',
  access: 'public',
  encoding: 'none',
  isAnnounced: true,
  summary: 'Merchants with an open programme, by name; keyword looks in names and titles, country at where they sell',
  query: z.object({
    keyword: plainText(200).default(''),
    country: z
      .string()
      .regex(/^([A-Z]{2}|GLOBAL)$/)
      .optional()
      .catch(undefined),
    ...pageQuery(LIST_PAGE_SIZES, 30),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({ count: z.number(), merchants: z.array(MerchantCard), countries: z.array(Country) }),
  }),
})

export const getMerchantCall = endpoint({
  method: 'GET',
  path: '/api/v1/merchants/:public_id/:slug',
  access: 'public',
  encoding: 'none',
  isAnnounced: true,
  summary: "One merchant's page; id and slug must belong together, and ids repeat",
  params: z.object({
    public_id: z.coerce.number<string | number>().int().min(1).max(2_147_483_647),
    slug: plainText(120),
  }),
  reply: z.object({ ...succeeded, data: Merchant }),
})
