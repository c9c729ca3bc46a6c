import { regionName } from '#kernel/regions.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { Locale } from '#texts/texts.ts'
import type { Merchant, MerchantCard } from '../contract/merchant.ts'
import type { getMerchant, listMerchants } from '../queries/merchants.ts'
import { acceptsRequests, canRequestJoin, getLogoPath, isOpen, merchantPath, shopName, termsInForce } from '../rules.ts'
import { rateText } from '#domains/programmes/rates/rules/rate.ts'
import type { MembershipStatus } from '../rules.ts'

type MerchantCardRow = Awaited<ReturnType<typeof listMerchants>>['merchants'][number]
type MerchantRow = Awaited<ReturnType<typeof getMerchant>>

/** A merchant in the public list. */
export function viewMerchantCard(merchant: MerchantCardRow, locale: Locale): MerchantCard {
  return {
    path: merchantPath(merchant),
    name: merchant.name,
    logo: getLogoPath(merchant.logoDigest),
    title: merchant.title,
    commission: merchant.commissionText,
    countries: merchant.countries.map(({ code }) => ({ code, name: regionName(code, locale) })),
  }
}

interface MerchantReader {
  locale: Locale
  now: Date
  /** Whether a publisher reads the page, and the publisher's relation to the programme. */
  reader: { isPublisher: boolean; membership: MembershipStatus | undefined }
}

/** A merchant's page for one reader. */
export function viewMerchant(merchant: MerchantRow, { locale, now, reader }: MerchantReader): Merchant {
  const terms = termsInForce(merchant.terms, now)
  const isActive = isOpen(merchant)
  return {
    ...viewMerchantCard(merchant, locale),
    advertiser_id: Number(merchant.advertiserId),
    description: merchant.description,
    website: { href: merchant.website, name: shopName(merchant.website) },
    methods: PROMOTION_METHODS.map((method) => ({
      method,
      stance: merchant.methods.find((one) => one.method === method)?.policy ?? null,
    })),
    terms: terms
      ? {
          window_days: terms.windowDays,
          validation_days: terms.validationDays,
          validation_end: terms.validationEnd,
          hold_note: terms.holdNote,
          max_extensions: terms.maxExtensions,
          extension_days: terms.extensionDays,
          rates: terms.rates.map((rate) => ({ action_type: rate.event, text: rateText(rate, terms.currency) })),
        }
      : null,
    is_open: isActive,
    join_mode: merchant.joinMode,
    membership: reader.membership ?? null,
    can_join: reader.isPublisher && isActive && acceptsRequests(merchant, now) && canRequestJoin(reader.membership),
  }
}
