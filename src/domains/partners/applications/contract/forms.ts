import { PASSWORD_LENGTH } from '#domains/people/accounts/contract/vocabulary.ts'
import { CONTENT_CATEGORIES, MAX_SITE_CHOICES } from '#kernel/lists/content-categories.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import * as questions from '#kernel/lists/publisher-questions.ts'
import { TRAFFIC_CATEGORIES } from '#kernel/lists/traffic-categories.ts'
import { PUBLISHER_EMAIL } from '#kernel/patterns.ts'
import { isLocalAddress, parseWebAddress } from '#kernel/site-url.ts'
import type { FieldRule, FieldErrors, FormRule, Values } from '../rules/form-validation.ts'
import { CONTACT_NUMBER, EMAIL, oneOf, matches, indexInto } from '../rules/patterns.ts'
import * as options from './options.ts'

function form<const Fields extends Record<string, FieldRule>>(
  fields: Fields,
  refine?: FormRule['refine'],
): { fields: Fields; refine?: FormRule['refine'] } {
  return { fields, ...(refine ? { refine } : {}) }
}

const isCountry = (code: string) => oneOf(COUNTRY_CODES)(code.toUpperCase())

/** Step 2 of both wizards (specification 1, section 5). */
export const PERSON_FORM = form({
  selectedCountry: { max: 2, check: isCountry },
  firstName: { max: 60, requiredCode: 'required' },
  lastName: { max: 60, requiredCode: 'required' },
  email: { max: 254, requiredCode: 'required', check: matches(EMAIL, 'email') },
  phoneNumber: { max: 40 },
})

/** An address in the wizards may be any text (specification 1, section 5) but one that approval would refuse. */
const webAddress = {
  max: 2000,
  requiredCode: 'required',
  check: (text: string) => (isLocalAddress(text) ? 'signup.29' : undefined),
} as const satisfies FieldRule

function choice(list: readonly string[]) {
  return { max: 60, requiredCode: 'required', check: oneOf(list) } as const
}

/** Step 3 of the creators' wizard. */
export const CHANNEL_FORM = form({
  channel: choice(options.CHANNELS),
  channelUrl: webAddress,
  followers: choice(options.FOLLOWER_VOLUMES),
  region: choice(options.AUDIENCE_REGIONS),
  promote: choice(options.YES_NO),
  sponsored: choice(options.YES_NO),
})

/** Step 3 of the advertisers' wizard. */
export const ADVERTISER_FORM = form({
  company_name: { max: 120, requiredCode: 'required' },
  company_website: webAddress,
  brand_sale: choice(options.ADVERTISER_SALES),
  platform: choice(options.YES_NO),
  purpose: { max: 5000, requiredCode: 'required' },
})

/** The agreement checkbox of step 3 of both wizards. The page checks it; the call does not send it. */
export const AGREEMENT_FORM = form({
  agreement: { max: 10, requiredCode: 'required' },
})

/** Step 1 of the publishers' sign-up (specification 2, section 5). */
export const START_FORM = form(
  {
    email: { max: 254, requiredCode: 'signup.7', check: matches(PUBLISHER_EMAIL, 'signup.7') },
    password1: { max: 200, requiredCode: 'signup.8', noTrim: true },
    password2: { max: 200, requiredCode: 'signup.8', noTrim: true },
    /** The code of a referral link. */
    ref: { max: 40 },
  },
  checkPasswords,
)

/** Checks first that the passwords are equal, then their length, in the specification's order. */
function checkPasswords({ password1, password2 }: Values): FieldErrors {
  const password = typeof password1 === 'string' ? password1 : ''
  if (password !== password2) return { password2: 'signup.8' }
  const { min, max } = PASSWORD_LENGTH
  return password.length < min || password.length > max ? { password1: 'signup.9' } : {}
}

function needed(max: number, check?: FieldRule['check']) {
  return { max, requiredCode: 'signup.26', ...(check ? { check } : {}) } as const
}

function position(list: readonly string[]) {
  return needed(4, indexInto(list))
}

function positions(list: readonly string[], maxItems: number = list.length) {
  return { ...position(list), maxItems }
}

const looksLikeUrl = (text: string) => (parseWebAddress(text) === undefined ? 'signup.29' : undefined)

/** Step 2 of the publishers' sign-up; countries and categories are positions from 1. */
export const PROFILE_FORM = form({
  site_name: needed(120),
  site_url: needed(2000, looksLikeUrl),
  audience_countries: positions(COUNTRY_CODES, MAX_SITE_CHOICES),
  content_categories: positions(CONTENT_CATEGORIES, MAX_SITE_CHOICES),
  company: needed(120),
  first_name: needed(60),
  last_name: needed(60),
  address: needed(300),
  zip_code: needed(20),
  country: position(COUNTRY_CODES),
  contact_number: needed(15, matches(CONTACT_NUMBER, 'signup.30')),
  paypal_email: needed(254, matches(PUBLISHER_EMAIL, 'signup.27')),
})

function optional<Rule extends FieldRule>({ requiredCode: _, ...rule }: Rule): Omit<Rule, 'requiredCode'> {
  return rule
}

/** Step 3 of the publishers' sign-up; every answer but `ad_network` is a position from 1. */
export const QUESTION_FORM = form({
  num_employees: position(questions.EMPLOYEE_NUMBERS),
  dev_knowledge: position(questions.DEV_KNOWLEDGE),
  profit_models: positions(questions.PROFIT_MODELS),
  prefer_traffic_categories: position(TRAFFIC_CATEGORIES),
  traffic_sources: positions(questions.TRAFFIC_SOURCES),
  social_medias: optional(positions(questions.SOCIAL_MEDIA)),
  content_production: optional(position(questions.CONTENT_PRODUCTION)),
  ad_network: { max: 500 },
})

/**
 * The option lists that the positions in a publisher's answers refer to: country codes for countries, words otherwise.
 */
export const POSITION_LISTS: Readonly<Record<string, readonly string[]>> = {
  audience_countries: COUNTRY_CODES,
  content_categories: CONTENT_CATEGORIES,
  country: COUNTRY_CODES,
  num_employees: questions.EMPLOYEE_NUMBERS,
  dev_knowledge: questions.DEV_KNOWLEDGE,
  profit_models: questions.PROFIT_MODELS,
  prefer_traffic_categories: TRAFFIC_CATEGORIES,
  traffic_sources: questions.TRAFFIC_SOURCES,
  social_medias: questions.SOCIAL_MEDIA,
  content_production: questions.CONTENT_PRODUCTION,
}
