import type { CodedError } from '#kernel/error-codes.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Refusal } from '#kernel/errors.ts'
import { CONTENT_CATEGORIES, MAX_SITE_CHOICES } from '#kernel/lists/content-categories.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import * as questions from '#kernel/lists/publisher-questions.ts'
import { TRAFFIC_CATEGORIES } from '#kernel/lists/traffic-categories.ts'
import { lacksChannel, parseSiteUrl } from '#kernel/site-url.ts'
import { isPlain } from '#kernel/unstorable.ts'
import type { PublisherProfileTable } from './tables.ts'

/** Returns the host of a site, as lists show it. */
export function siteDomain(url: string): string {
  return new URL(url).hostname
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 16

/**
 * Makes a site key of 16 characters [a-z0-9] from random bytes. Bytes from 252 are skipped, because they would make
 * some characters more frequent; undefined when too few bytes are left.
 */
export function siteKeyFrom(random: Uint8Array): string | undefined {
  const usable = random.filter((byte) => byte < 252).subarray(0, KEY_LENGTH)
  return usable.length < KEY_LENGTH ? undefined : Array.from(usable, (byte) => KEY_LETTERS[byte % 36]).join('')
}

/** A form on the wire: the entries of each field. */
export type FormEntries = Readonly<Record<string, string | readonly string[] | undefined>>

/** The name, the address, the countries and the categories of a site. */
export interface SiteDetails {
  name: string
  url: string
  audienceCountries: string[]
  contentCategories: string[]
}

const SITE_FIELDS = ['site_name', 'site_url', 'content_categories', 'audience_countries']

/**
 * Reads the form of a site. Every field is required; countries and categories are positions from 1. Refuses an empty
 * field with `account.54`, several with `account.55`, and a wrong address with `account.57` (specification 2, section
 * 5), or with `site.channel` when it is that of a platform and names no channel.
 */
export function readSiteForm(form: FormEntries): SiteDetails {
  refuseMissing(SITE_FIELDS.filter((name) => toEntries(form[name]).length === 0))
  const name = readText('site_name', form['site_name'], 120)
  const url = readSiteUrl(readText('site_url', form['site_url'], 2000))
  const pick = (field: string, options: readonly string[]) =>
    readChoices(field, form[field], { options, maxItems: MAX_SITE_CHOICES })
  return {
    name,
    url,
    contentCategories: pick('content_categories', CONTENT_CATEGORIES),
    audienceCountries: pick('audience_countries', COUNTRY_CODES),
  }
}

/** Reads the address of a site: `parseSiteUrl`, and the refusals of `readSiteForm` of another text. */
export function readSiteUrl(text: string): string {
  const url = parseSiteUrl(text)
  if (url === undefined) throw wrongField('site_url', { code: lacksChannel(text) ? 'site.channel' : 'account.57' })
  return url
}

type ProfileColumn = Exclude<keyof PublisherProfileTable, 'id' | 'paypalEmail' | 'referralCode'>

/** A profile as it is stored. */
export type Profile = Record<ProfileColumn, string | string[]>

/** A field of the profile: the part of the form that has it, its column, and the values that it may take. */
export interface ProfileField {
  part: 'p1' | 'p2'
  column: ProfileColumn
  /** The longest text, in characters. */
  max?: number
  /** The words that positions on the wire refer to. */
  options?: readonly string[]
  isList?: boolean
  isPhone?: boolean
}

/** The fields of the profile by their names on the wire: p1 is personal, p2 is about the business. */
export const PROFILE_FIELDS = {
  company: { part: 'p1', column: 'company', max: 120 },
  first_name: { part: 'p1', column: 'firstName', max: 60 },
  last_name: { part: 'p1', column: 'lastName', max: 60 },
  contact_number: { part: 'p1', column: 'contactNumber', max: 40, isPhone: true },
  address: { part: 'p1', column: 'address', max: 300 },
  zip_code: { part: 'p1', column: 'zipCode', max: 20 },
  country: { part: 'p1', column: 'country', options: COUNTRY_CODES },
  num_employees: { part: 'p2', column: 'numEmployees', options: questions.EMPLOYEE_NUMBERS },
  dev_knowledge: { part: 'p2', column: 'devKnowledge', options: questions.DEV_KNOWLEDGE },
  profit_models: { part: 'p2', column: 'profitModels', options: questions.PROFIT_MODELS, isList: true },
  prefer_traffic_categories: {
    part: 'p2',
    column: 'preferTrafficCategories',
    options: TRAFFIC_CATEGORIES,
    isList: true,
  },
  traffic_sources: { part: 'p2', column: 'trafficSources', options: questions.TRAFFIC_SOURCES, isList: true },
  social_medias: { part: 'p2', column: 'socialMedias', options: questions.SOCIAL_MEDIA, isList: true },
  content_production: { part: 'p2', column: 'contentProduction', options: questions.CONTENT_PRODUCTION },
  ad_network: { part: 'p2', column: 'adNetwork', max: 500 },
} as const satisfies Record<string, ProfileField>

/** A profile field by its name on the wire. */
export type ProfileName = keyof typeof PROFILE_FIELDS

/** All profile fields with their names on the wire, in the order of the form. */
export const profileFields = Object.entries<ProfileField>(PROFILE_FIELDS) as [ProfileName, ProfileField][]

/** Fields that a publisher may leave empty at sign-up (specification 2, section 5). */
const OPTIONAL_FIELDS: readonly ProfileName[] = ['social_medias', 'content_production', 'ad_network']

type GivenFields = Partial<Record<ProfileName, string | number | null | readonly (string | number)[]>>

/** Counts the required fields of a profile on the wire that were never given. */
export function countMissingFields(profile: GivenFields): number {
  const required = profileFields.filter(([name]) => !OPTIONAL_FIELDS.includes(name))
  return required.filter(([name]) => [profile[name] ?? ''].flat().join('') === '').length
}

/** Values that the form shows and that other panels change. */
export const FIXED_FIELDS = ['email', 'paypal_email'] as const

const FIXED_CODES = { email: 'account.fixed', paypal_email: 'account.paypal_elsewhere' } as const

/**
 * Reads the parts of the profile that a form contains. A part is complete: a field that is missing is empty. Returns
 * the values that differ from the present ones. A value that comes back unchanged is not checked; a new one is required
 * and checked (specification 2, section 5). Refuses the first wrong field.
 */
export function readProfileForm(
  form: FormEntries,
  present: { profile: Profile; fixed: Record<(typeof FIXED_FIELDS)[number], string> },
): Partial<Profile> {
  for (const name of FIXED_FIELDS) {
    const given = toEntries(form[`p1_${name}`]).at(-1)
    if (given !== undefined && given !== present.fixed[name])
      throw wrongField(`p1_${name}`, { code: FIXED_CODES[name] })
  }
  const parts = new Set(Object.keys(form).map((name) => name.slice(0, 3)))
  const changed = profileFields
    .filter(([, { part }]) => parts.has(`${part}_`))
    .map(([name, field]) => ({ name, field, given: toEntries(form[`${field.part}_${name}`]) }))
    .filter(({ field, given }) => !isSame(given, encodeField(field, present.profile[field.column])))
  refuseMissing(changed.flatMap(({ name, field, given }) => (given.length > 0 ? [] : [`${field.part}_${name}`])))
  return Object.fromEntries(changed.map(({ name, field, given }) => [field.column, readField(name, field, given)]))
}

function readField(name: string, field: ProfileField, given: readonly string[]): string | string[] {
  const wire = `${field.part}_${name}`
  if (field.options) {
    const words = readChoices(wire, given, {
      options: field.options,
      maxItems: field.isList ? field.options.length : 1,
    })
    return field.isList ? words : (words[0] ?? '')
  }
  const text = readText(wire, given, field.max ?? 0)
  if (field.isPhone && !PHONE.test(text)) throw wrongField(wire, { code: 'account.58' })
  return text
}

/** Three digits, three digits and four to six digits; each group may be set apart. */
const PHONE = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/

/** Returns a stored value as its entries on the wire: texts, or positions from 1 as texts. */
export function encodeField({ options }: ProfileField, stored: string | readonly string[]): string[] {
  const words = toEntries(stored)
  return options ? words.map((word) => String(options.indexOf(word) + 1)) : words
}

/** Returns the trimmed entries that are not empty, each once. */
function toEntries(value: string | readonly string[] | undefined): string[] {
  const entries = typeof value === 'string' ? [value] : (value ?? [])
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))]
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join('\n') === others.toSorted().join('\n')
}

function readText(field: string, value: string | readonly string[] | undefined, max: number): string {
  const text = toEntries(value).at(-1) ?? ''
  if (text.length > max) throw wrongField(field, { code: 'input.characters', params: { max } })
  if (!isPlain(text)) throw wrongField(field, { code: 'sign' })
  return text
}

function readChoices(
  field: string,
  value: string | readonly string[] | undefined,
  { options, maxItems }: { options: readonly string[]; maxItems: number },
): string[] {
  const entries = toEntries(value)
  if (entries.length > maxItems) throw wrongField(field, { code: 'many' })
  const words = entries.map((entry) => (/^[1-9]\d{0,2}$/.test(entry) ? options[Number(entry) - 1] : undefined))
  if (words.includes(undefined)) throw wrongField(field, { code: 'choice' })
  return words.filter((word) => word !== undefined)
}

function refuseMissing(missing: readonly string[]): void {
  const [first] = missing
  if (first === undefined) return
  if (missing.length > 1) throw wrongField(first, { code: 'account.55' })
  const label = { text: `sign-up.field.${first.replace(/^p[12]_/, '')}` }
  throw wrongField(first, { code: 'account.54', params: { field: label } })
}

function wrongField(field: string, error: CodedError): Refusal {
  return invalidField(field, error, error.code)
}

/** The most sub-accounts of a publisher (specification 2, section 9). */
export const MAX_SUB_ACCOUNTS = 5
