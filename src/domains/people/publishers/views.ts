import { CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { COUNTRY_CODES, getCountryName } from '#kernel/lists/countries.ts'
import { getSiteAddress } from '#kernel/site-url.ts'
import type { OwnPublisher, ProfileView, SiteView, SubAccountView } from './contract.ts'
import type { listPublishers, listSites, listSubAccounts } from './queries.ts'
import { encodeField, profileFields, siteDomain } from './rules.ts'
import type { Profile } from './rules.ts'

/** A publisher in the operator's list. */
export function viewPublisher(publisher: Awaited<ReturnType<typeof listPublishers>>['publishers'][number]) {
  const { id, name, email, createdAt, siteCount } = publisher
  return { id: Number(id), name, email, created_at: createdAt.toISOString(), site_count: Number(siteCount) }
}

type Site = Awaited<ReturnType<typeof listSites>>[number]

/** A site as its publisher and operators read it, with the countries' names in a language. */
export function viewSite(site: Site, locale: 'en' | 'zh'): SiteView {
  return {
    name: site.name,
    domain: siteDomain(site.url),
    address: getSiteAddress(site.url),
    url: site.url,
    key: site.key,
    is_active: site.isActive,
    audience_countries: site.audienceCountries.map((code) => ({
      id: COUNTRY_CODES.indexOf(code) + 1,
      name: getCountryName(code, locale),
    })),
    content_categories: site.contentCategories.map((name) => ({ id: CONTENT_CATEGORIES.indexOf(name) + 1, name })),
    created_at: site.createdAt.toISOString(),
    script_found_at: site.scriptFoundAt?.toISOString() ?? null,
  }
}

const EMPTY_PROFILE = Object.fromEntries(
  profileFields.map(([, { column, isList }]) => [column, isList ? [] : '']),
) as Profile

/** The publisher of the signed-in account. Without a profile, for a sub-account, its fields are empty. */
export function viewOwnPublisher(
  publisher: { email: string; name: string; createdAt: Date; sites: readonly Site[] },
  profile: (Profile & { paypalEmail: string }) | undefined,
  locale: 'en' | 'zh',
): OwnPublisher {
  const { email, name, createdAt, sites } = publisher
  return {
    email,
    name,
    created_at: createdAt.toISOString(),
    paypal_email: profile?.paypalEmail ?? '',
    ...viewProfile(profile ?? EMPTY_PROFILE),
    sites: sites.map((site) => viewSite(site, locale)),
  }
}

/** A profile with positions from 1 for what was chosen from a list. */
function viewProfile(profile: Profile): ProfileView {
  const values = profileFields.map(([name, field]) => {
    const entries = encodeField(field, profile[field.column])
    const numbers = entries.map(Number)
    return [name, field.isList ? numbers : field.options ? (numbers[0] ?? null) : (entries[0] ?? '')]
  })
  return Object.fromEntries(values) as ProfileView
}

/** A sub-account; `confirmed` holds the accounts whose owners have chosen a password. */
export function viewSubAccount(
  row: Awaited<ReturnType<typeof listSubAccounts>>[number],
  confirmed: ReadonlySet<bigint>,
): SubAccountView {
  return {
    id: Number(row.id),
    userName: row.userName,
    domain: siteDomain(row.url),
    address: getSiteAddress(row.url),
    hash: row.key,
    email: row.email,
    access: row.access,
    is_active: row.accountId !== null && confirmed.has(row.accountId),
    created_at: row.createdAt.toISOString(),
  }
}
