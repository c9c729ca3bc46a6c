import { Refusal } from '#kernel/errors.ts'
import { getSiteAddress, parseSiteUrl, parseWebAddress } from '#kernel/site-url.ts'
import type { ApplicationKind, ApplicationStatus } from '../contract/options.ts'

/** Whether an operator can approve an application: a rejected one may be approved later, a repeat never. */
export function canApprove(application: { status: ApplicationStatus; isRepeat: boolean }): boolean {
  return !application.isRepeat && application.status !== 'approved'
}

/** Whether an application waits for its decision. */
export function isWaiting(application: { status: ApplicationStatus; isRepeat: boolean }): boolean {
  return !application.isRepeat && application.status === 'received'
}

/** The refusal of a decision on an application that is already decided or a repeat. */
export function alreadyDecided(): Refusal {
  return new Refusal({ code: 'application.decided', status: 409 })
}

/** Returns the role of the account that an application creates. */
export function toRole(kind: ApplicationKind): 'publisher' | 'advertiser' {
  return kind === 'advertiser' ? 'advertiser' : 'publisher'
}

/** Parses a typed website and adds `https://` when it is missing; undefined when it is not a web address. */
export function toWebsite(typed: string): string | undefined {
  const url = parseWebAddress(typed)
  return url !== undefined && /^https?:/.test(url) ? url : undefined
}

/** The platforms of which `@name` is enough of an address, by their names in the wizard. */
const HANDLES: Readonly<Record<string, string>> = {
  Instagram: 'instagram.com/',
  TikTok: 'tiktok.com/',
  YouTube: 'youtube.com/',
}

/**
 * Returns an approved publisher's first site; undefined when the applicant typed no valid address. A creator's channel
 * is named by its address, so that reports tell the channels of a platform apart.
 */
export function getFirstSite(
  kind: ApplicationKind,
  fields: Readonly<Record<string, string | readonly string[]>>,
): { name: string; url: string; audienceCountries: string[]; contentCategories: string[] } | undefined {
  const text = (field: string) => String(fields[field] ?? '')
  const list = (field: string) => [fields[field] ?? []].flat()
  const url = parseSiteUrl(kind === 'publisher' ? text('site_url') : toChannelUrl(text('channel'), text('channelUrl')))
  if (url === undefined) return undefined
  const address = getSiteAddress(url)
  const isChannel = address.includes('/')
  const name = kind === 'publisher' ? text('site_name') : isChannel ? '' : text('channel')
  return {
    url,
    name: name === '' || name === 'Other' ? address.slice(0, 120) : name,
    audienceCountries: list('audience_countries'),
    contentCategories: list('content_categories'),
  }
}

function toChannelUrl(platform: string, typed: string): string {
  return typed.startsWith('@') ? `${HANDLES[platform] ?? ''}${typed}` : typed
}

/** Returns what a publisher's application says about it, as its profile stores it. */
export function getProfile(application: {
  firstName: string
  lastName: string
  countryCode: string | null
  phone: string
  fields: Readonly<Record<string, string | readonly string[]>>
}) {
  const { firstName, lastName, countryCode, phone, fields } = application
  const text = (name: string) => String(fields[name] ?? '')
  const list = (name: string) => [fields[name] ?? []].flat().filter((entry) => entry !== '')
  return {
    firstName,
    lastName,
    country: countryCode ?? '',
    contactNumber: phone,
    company: text('company'),
    address: text('address'),
    zipCode: text('zip_code'),
    paypalEmail: text('paypal_email'),
    numEmployees: text('num_employees'),
    devKnowledge: text('dev_knowledge'),
    profitModels: list('profit_models'),
    preferTrafficCategories: list('prefer_traffic_categories'),
    trafficSources: list('traffic_sources'),
    socialMedias: list('social_medias'),
    contentProduction: text('content_production'),
    adNetwork: text('ad_network'),
  }
}

/** Returns what an advertiser's application says about its company. */
export function getCompany(application: Parameters<typeof getBusinessName>[0] & { countryCode: string | null }) {
  return {
    legalName: getBusinessName(application),
    countryCode: application.countryCode ?? '',
    contactName: personName(application),
  }
}

/** Returns the name of the publisher or advertiser that an application creates. */
export function getBusinessName(application: {
  kind: ApplicationKind
  firstName: string
  lastName: string
  fields: Readonly<Record<string, string | readonly string[]>>
}): string {
  const { kind, fields } = application
  const company = kind === 'creator' ? undefined : fields[kind === 'advertiser' ? 'company_name' : 'company']
  return (typeof company === 'string' && company !== '' ? company : personName(application)).slice(0, 120)
}

/** Joins first and last name. */
export function personName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.slice(0, 120)
}
