import { z } from 'zod'
import { MEMBERSHIP_STATUSES } from '#domains/programmes/programs/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { NOTICE_FILTERS } from '../rules/notice.ts'
import { ChangeView } from './advertiser.ts'
import { HeldRate } from './price.ts'

const succeeded = { success: z.literal(true) }

const Version = z.coerce.number<string | number>().int().min(1).max(2_147_483_647)

/** What a version of the terms changes for the publisher who reads it. */
const OwnNotice = z.object({
  version: z.number(),
  effective_from: z.iso.datetime(),
  /** Whether the version was withdrawn or replaced before it began, so that it never holds. */
  is_withdrawn: z.boolean(),
  is_cut: z.boolean(),
  /** Why the network let it begin before its notice; null if it did not. */
  no_notice_reason: z.string().nullable(),
  changes: z.array(ChangeView),
  acknowledged_at: z.iso.datetime().nullable(),
})

/** The rates of an advertiser that hold for a publisher, and what changes about them. */
export const OwnRatesView = z.object({
  advertiser_name: z.string(),
  /** Null for a publisher who has never asked to join. */
  membership: z.enum(MEMBERSHIP_STATUSES).nullable(),
  /** From when on clicks earn nothing, once that is announced, and whether it is so. */
  closes_at: z.iso.datetime().nullable(),
  is_closed: z.boolean(),
  in_force: z.array(HeldRate),
  /** The rates that are published for later. */
  scheduled: z.object({ effective_from: z.iso.datetime(), rates: z.array(HeldRate) }).nullable(),
  /** The newest first. */
  notices: z.array(OwnNotice),
})

/** @see OwnRatesView */
export type OwnRatesView = z.infer<typeof OwnRatesView>

export const getOwnRatesCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/:advertiser_id/rates',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'The rates of an advertiser that hold for you, and what changes about them',
  params: z.object({ advertiser_id: Id }),
  reply: z.object({ ...succeeded, data: OwnRatesView }),
})

export const acknowledgeRatesCall = endpoint({
  method: 'POST',
  path: '/api/v1/advertiser/:advertiser_id/rates/acknowledge',
  access: 'publisher',
  encoding: 'json',
  summary: 'Say that you have read what a version of the terms changes for you',
  params: z.object({ advertiser_id: Id }),
  body: z.strictObject({ version: Version }),
  reply: z.object(succeeded),
})

export const listRateChangesCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/rate-changes',
  access: 'publisher',
  encoding: 'none',
  summary: 'The changes of your rates that you have not acknowledged, those that begin first first',
  reply: z.object({
    ...succeeded,
    data: z.array(
      z.object({
        advertiser_id: z.number(),
        advertiser_name: z.string(),
        effective_from: z.iso.datetime(),
        is_cut: z.boolean(),
      }),
    ),
  }),
})

/** A publisher for whom a version changes a rate. */
const ToldPublisher = z.object({
  publisher_id: z.number(),
  name: z.string(),
  is_cut: z.boolean(),
  changes: z.array(ChangeView),
  acknowledged_at: z.iso.datetime().nullable(),
})

/** @see ToldPublisher */
export type ToldPublisher = z.infer<typeof ToldPublisher>

const noticeQuery = {
  /** The version that changes their rates; the newest that changes any if missing. */
  version: Version.optional(),
  filter: z.enum(NOTICE_FILTERS).default('all'),
}

export const listNoticesCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/rates/notices',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The publishers whose rates a version of your terms changes, and who of them has acknowledged it',
  query: z.object({ ...noticeQuery, ...pageQuery(LIST_PAGE_SIZES, 20) }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      /** The versions that change the rate of a publisher, the newest first. */
      versions: z.array(
        z.object({
          version: z.number(),
          effective_from: z.iso.datetime(),
          is_withdrawn: z.boolean(),
          told: z.number(),
          acknowledged: z.number(),
        }),
      ),
      /** The one whose publishers are listed; null while no version changes a rate. */
      version: z.number().nullable(),
      count: z.number(),
      publishers: z.array(ToldPublisher),
    }),
  }),
})

export const downloadNoticesCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/rates/notices/download',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The same publishers as CSV, all pages',
  query: z.object({ ...noticeQuery, bom: z.enum(['0', '1']).default('0') }),
})
