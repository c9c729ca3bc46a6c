import { parseSiteUrl } from '#domains/publishers/rules.ts'
import { MAX_SITE_CHOICES, APP_CONTENT_CATEGORIES, WEB_CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { TRAFFIC_CATEGORIES } from '#kernel/lists/traffic-categories.ts'
import type { FieldRule, FieldError, FieldErrors, FormRule, Values } from '../rules/form-validation.ts'
import { CONTACT_NUMBER, EMAIL, PUBLISHER_EMAIL, oneOf, matches, indexInto } from '../rules/patterns.ts'
import * as options from './options.ts'

/** Lengths of a password, as accounts have them; here so that the pages' script needs no schema library. */
export const SIGN_UP_PASSWORD = { min: 8, max: 15 } as const

/** What the forms say about a field, for the wire; `{field}` is its name (specifications 1 and 2, section 8). */
export const SENTENCES: Record<FieldError, string> = {
  required: 'This field is required.',
  email: 'Valid email address is required',
  choice: 'Please choose from the list.',
  many: 'Please choose fewer.',
  long: 'This text is too long.',
  sign: 'Letters, digits and signs only.',
  'signup.7': 'Please enter a valid e-mail address.',
  'signup.8': 'Please enter the same password twice.',
  'signup.9': 'The password must have 8 to 15 characters.',
  'signup.26': 'Please fill in: {field}.',
  'signup.27': 'Please enter a valid PayPal e-mail address.',
  'signup.29': 'Please enter a valid public web address, such as https://example.com.',
  'signup.30': 'Please enter a valid phone number: 8 to 15 digits or hyphens.',
  'signup.45': 'Please fill in every required field.',
}

/** The English sentence about a field. */
export function sentenceOf(error: FieldError, rule: FieldRule | undefined): string {
  return SENTENCES[error].replace('{field}', rule?.label ?? '')
}

function form<const Fields extends Record<string, FieldRule>>(
  fields: Fields,
  together?: FormRule['together'],
): { fields: Fields; together?: FormRule['together'] } {
  return { fields, ...(together ? { together } : {}) }
}

const isCountry = (code: string) => oneOf(COUNTRY_CODES)(code.toUpperCase())

/** Step 2 of both wizards (specification 1, section 5). */
export const PERSON_FORM = form({
  selectedCountry: { label: 'Country', max: 2, wrong: isCountry },
  firstName: { label: 'First name', max: 60, missing: 'required' },
  lastName: { label: 'Last name', max: 60, missing: 'required' },
  email: { label: 'E-mail', max: 254, missing: 'required', wrong: matches(EMAIL, 'email') },
  phoneNumber: { label: 'Phone number', max: 40 },
})

function choice<const Label extends string>(label: Label, list: readonly string[]) {
  return { label, max: 60, missing: 'required', wrong: oneOf(list) } as const
}

/** Step 3 of the creators' wizard. */
export const CHANNEL_FORM = form({
  channel: choice('Channel', options.CHANNELS),
  channelUrl: { label: 'Channel URL', max: 2000, missing: 'required' },
  followers: choice('Follower volume', options.FOLLOWER_VOLUMES),
  region: choice('Audience region', options.AUDIENCE_REGIONS),
  promote: choice('Promoted before', options.YES_NO),
  sponsored: choice('Sponsored before', options.YES_NO),
})

/** Step 3 of the advertisers' wizard. */
export const BRAND_FORM = form({
  company_name: { label: 'Company name', max: 120, missing: 'required' },
  company_website: { label: 'Company website', max: 2000, missing: 'required' },
  brand_sale: choice('Yearly sales', options.BRAND_SALES),
  platform: choice('Affiliate platform', options.YES_NO),
  purpose: { label: 'Purpose', max: 5000, missing: 'required' },
})

/** The tick that step 3 of both wizards needs; it goes with the page's form, not with the call. */
export const AGREEMENT_FORM = form({
  agreement: { label: 'Agreement', max: 10, missing: 'required' },
})

/** Step 1 of the publishers' sign-up (specification 2, section 5). */
export const START_FORM = form(
  {
    email: { label: 'E-mail', max: 254, missing: 'signup.7', wrong: matches(PUBLISHER_EMAIL, 'signup.7') },
    password1: { label: 'Password', max: 200, missing: 'signup.8', isExact: true },
    password2: { label: 'Repeat password', max: 200, missing: 'signup.8', isExact: true },
  },
  flawsOfPasswords,
)

/** Both are there and equal first, then the length: in the specification's order. */
function flawsOfPasswords({ password1, password2 }: Values): FieldErrors {
  const password = typeof password1 === 'string' ? password1 : ''
  if (password !== password2) return { password2: 'signup.8' }
  const { min, max } = SIGN_UP_PASSWORD
  return password.length < min || password.length > max ? { password1: 'signup.9' } : {}
}

/** The 31 content types of the wire: web-based at positions 1 to 16, mobile app at 17 to 31. */
export const CONTENT_CATEGORIES: readonly string[] = [
  ...WEB_CONTENT_CATEGORIES,
  ...APP_CONTENT_CATEGORIES.map((category) => `Mobile app: ${category}`),
]

function needed<const Label extends string>(label: Label, max: number, wrong?: FieldRule['wrong']) {
  return { label, max, missing: 'signup.26', ...(wrong ? { wrong } : {}) } as const
}

function position<const Label extends string>(label: Label, list: readonly string[]) {
  return needed(label, 4, indexInto(list))
}

function positions<const Label extends string>(label: Label, list: readonly string[], most: number = list.length) {
  return { ...position(label, list), most }
}

const looksLikeUrl = (text: string) => (parseSiteUrl(text) === undefined ? 'signup.29' : undefined)

/** Step 2 of the publishers' sign-up; countries and categories are positions from 1. */
export const PROFILE_FORM = form({
  site_name: needed('Site name', 120),
  site_url: needed('Site address', 2000, looksLikeUrl),
  audience_countries: positions('Countries of your audience', COUNTRY_CODES, MAX_SITE_CHOICES),
  content_categories: positions('Kinds of content', CONTENT_CATEGORIES, MAX_SITE_CHOICES),
  company: needed('Company', 120),
  first_name: needed('First name', 60),
  last_name: needed('Last name', 60),
  address: needed('Address', 300),
  zip_code: needed('Postal code', 20),
  country: position('Country', COUNTRY_CODES),
  contact_number: needed('Phone number', 15, matches(CONTACT_NUMBER, 'signup.30')),
  paypal_email: needed('PayPal e-mail', 254, matches(PUBLISHER_EMAIL, 'signup.27')),
})

function optional<Rule extends FieldRule>({ missing: _, ...rule }: Rule): Omit<Rule, 'missing'> {
  return rule
}

/** Step 3 of the publishers' sign-up; every answer but `ad_network` is a position from 1. */
export const QUESTION_FORM = form({
  num_employees: position('People in your team', options.EMPLOYEE_NUMBERS),
  dev_knowledge: position('Technical knowledge', options.DEV_KNOWLEDGE),
  profit_models: positions('How you earn', options.PROFIT_MODELS),
  prefer_traffic_categories: position('Preferred category', TRAFFIC_CATEGORIES),
  traffic_sources: positions('Sources of your visitors', options.TRAFFIC_SOURCES),
  social_medias: optional(positions('Social media', options.SOCIAL_MEDIA)),
  content_production: optional(position('Who makes your content', options.CONTENT_PRODUCTION)),
  ad_network: { label: 'Other networks', max: 500 },
})

/** What the positions of a publisher's answers stand for: countries as codes, everything else in words. */
export const POSITION_LISTS: Readonly<Record<string, readonly string[]>> = {
  audience_countries: COUNTRY_CODES,
  content_categories: CONTENT_CATEGORIES,
  country: COUNTRY_CODES,
  num_employees: options.EMPLOYEE_NUMBERS,
  dev_knowledge: options.DEV_KNOWLEDGE,
  profit_models: options.PROFIT_MODELS,
  prefer_traffic_categories: TRAFFIC_CATEGORIES,
  traffic_sources: options.TRAFFIC_SOURCES,
  social_medias: options.SOCIAL_MEDIA,
  content_production: options.CONTENT_PRODUCTION,
}
