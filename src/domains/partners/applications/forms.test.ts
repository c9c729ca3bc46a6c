import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { checkSchema } from '#kernel/schema-errors.ts'
import * as calls from './contract/calls.ts'
import * as forms from './contract/forms.ts'
import { validateForm } from './rules/form-validation.ts'
import type { FieldError, FormRule } from './rules/form-validation.ts'

const creator = {
  selectedCountry: 'us',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phoneNumber: '555 0100',
  channel: 'YouTube',
  channelUrl: 'youtube.com/@ada',
  followers: '10K - 50K',
  region: 'Nordic Countries',
  promote: 'Yes',
  sponsored: 'No',
}

const advertiser = {
  selectedCountry: 'de',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phoneNumber: '',
  brand_sale: '$1M - $5M',
  platform: 'No',
  company_name: 'Acme',
  company_website: 'acme.example',
  purpose: 'Reach gardeners',
}

const start = { email: 'ada@example.com', password1: 'correct-horse', password2: 'correct-horse' }

const profile = {
  site_name: 'Gardens',
  site_url: 'gardens.example',
  audience_countries: ['1', '250'],
  content_categories: ['31'],
  company: 'Gardens Ltd',
  first_name: 'Ada',
  last_name: 'Byron',
  address: '1 Lane',
  zip_code: '1000',
  country: '230',
  contact_number: '555-0100-22',
  paypal_email: 'pay@example.com',
}

const questions = {
  num_employees: '1',
  dev_knowledge: '4',
  profit_models: ['1', '2'],
  prefer_traffic_categories: '43',
  traffic_sources: ['9'],
  social_medias: [],
  content_production: '',
  ad_network: '',
}

const creatorForm = { fields: { ...forms.PERSON_FORM.fields, ...forms.CHANNEL_FORM.fields } }
const advertiserForm = { fields: { ...forms.PERSON_FORM.fields, ...forms.ADVERTISER_FORM.fields } }

type Case = [field: string, value: unknown, error: FieldError | undefined]

const withoutOptions = (names: string[]): Case[] =>
  names.flatMap((name): Case[] => [
    [name, '', 'required'],
    [name, undefined, 'required'],
    [name, 'something else', 'choice'],
  ])

const missing = (names: string[], error: FieldError): Case[] =>
  names.flatMap((name): Case[] => [
    [name, '', error],
    [name, '   ', error],
    [name, undefined, error],
  ])

const badText = (name: string, max: number): Case[] => [
  [name, 'x'.repeat(max), undefined],
  [name, 'x'.repeat(max + 1), 'long'],
  [name, 'a\0b', 'sign'],
  [name, 'a\ud800b', 'sign'],
  [name, '<script>alert(1)</script>', undefined],
  [name, 'שלום 👩‍👩‍👧', undefined],
  [name, '\u202emoc.live', 'sign'],
]

const person: Case[] = [
  ...missing(['firstName', 'lastName', 'email'], 'required'),
  ...['ada', 'ada@', 'ada@example', '@example.com', 'a b@example.com', 'ada@@example.com'].map((value): Case => [
    'email',
    value,
    'email',
  ]),
  ...['ada+news@example.co.uk', 'ADA@EXAMPLE.PHOTOGRAPHY', "o'neill@example.com"].map((value): Case => [
    'email',
    value,
    undefined,
  ]),
  ['phoneNumber', '', undefined],
  ['phoneNumber', undefined, undefined],
  ['selectedCountry', '', undefined],
  ['selectedCountry', 'US', undefined],
  ['selectedCountry', 'zz', 'choice'],
  ...badText('firstName', 60),
  ...badText('phoneNumber', 40),
]

const tables: [string, { body: z.ZodType; form: FormRule; valid: Record<string, unknown>; cases: Case[] }][] = [
  [
    'the creators’ wizard',
    {
      body: calls.applyAsCreatorCall.body,
      form: creatorForm,
      valid: creator,
      cases: [
        ...person,
        ...withoutOptions(['channel', 'followers', 'region', 'promote', 'sponsored']),
        ...missing(['channelUrl'], 'required'),
        ['channelUrl', '@ada, no address at all', undefined],
        ['channelUrl', 'http://localhost/me', 'signup.29'],
        ['channelUrl', 'https://www.instagram.com/ada/?igsh=x', undefined],
        ...badText('channelUrl', 2000),
      ],
    },
  ],
  [
    'the advertisers’ wizard',
    {
      body: calls.applyAsAdvertiserCall.body,
      form: advertiserForm,
      valid: advertiser,
      cases: [
        ...person,
        ...missing(['company_name', 'company_website', 'purpose'], 'required'),
        ...withoutOptions(['brand_sale', 'platform']),
        ['company_website', 'no address at all', undefined],
        ['company_website', 'facebook.com', undefined],
        ['company_website', 'http://localhost', 'signup.29'],
        ['company_website', '192.168.1.1', 'signup.29'],
        ['company_website', 'https://8.8.8.8', undefined],
        ['purpose', 'two\nlines', undefined],
        ...badText('purpose', 5000),
      ],
    },
  ],
  [
    'step 1 of the publishers',
    {
      body: calls.beginSignUpCall.body,
      form: forms.START_FORM,
      valid: start,
      cases: [
        ...missing(['email'], 'signup.7'),
        ...[
          'ada',
          'ada@example',
          '-ada@example.com',
          'a..b@example.com',
          'ada+x@example.com',
          'a@example.photography',
        ].map((value): Case => ['email', value, 'signup.7']),
        ...['a-b_c.d9@mail.example.info', '9@x1.de'].map((value): Case => ['email', value, undefined]),
        ['password1', '', 'signup.8'],
        ['password2', '', 'signup.8'],
        ['password2', 'correct-horsE', 'signup.8'],
      ],
    },
  ],
  [
    'step 2 of the publishers',
    {
      body: calls.fillProfileCall.body,
      form: forms.PROFILE_FORM,
      valid: profile,
      cases: [
        ...missing(Object.keys(profile), 'signup.26'),
        ['audience_countries', [''], 'signup.26'],
        ['audience_countries', '7', undefined],
        ['audience_countries', ['', '7'], undefined],
        ['audience_countries', ['1', '2', '3'], undefined],
        ['audience_countries', ['1', '2', '3', '4'], 'many'],
        ['audience_countries', ['0'], 'choice'],
        ['audience_countries', ['251'], 'choice'],
        ['content_categories', ['1', '16', '31'], undefined],
        ['content_categories', ['1', '2', '3', '4'], 'many'],
        ['content_categories', ['32'], 'choice'],
        ['country', '251', 'choice'],
        ['country', 'US', 'choice'],
        ...['http://a.example', 'https://a.example/x', 'ftp://a.example', 'a.example', '8.8.8.8'].map((value): Case => [
          'site_url',
          value,
          undefined,
        ]),
        ...[
          'nonsense',
          'javascript:alert(1)',
          'http://localhost',
          'http://10.0.0.1',
          '192.168.1.1',
          'http://127.0.0.1',
        ].map((value): Case => ['site_url', value, 'signup.29']),
        ['site_url', 'https://m.facebook.com/ada.page', undefined],
        ['contact_number', '1234567', 'signup.30'],
        ['contact_number', '12345678', undefined],
        ['contact_number', '123-456-789-012', undefined],
        ['contact_number', '1234567890123456', 'signup.30'],
        ['contact_number', '+1234567890', 'signup.30'],
        ['contact_number', '555 0100 22', 'signup.30'],
        ['paypal_email', 'pay', 'signup.27'],
        ...badText('company', 120),
      ],
    },
  ],
  [
    'step 3 of the publishers',
    {
      body: calls.finishSignUpCall.body,
      form: forms.QUESTION_FORM,
      valid: questions,
      cases: [
        ...missing(
          ['num_employees', 'dev_knowledge', 'profit_models', 'prefer_traffic_categories', 'traffic_sources'],
          'signup.26',
        ),
        ['num_employees', '0', 'choice'],
        ['prefer_traffic_categories', '44', 'choice'],
        ['profit_models', ['99'], 'choice'],
        ['social_medias', undefined, undefined],
        ['social_medias', ['1', '10'], undefined],
        ['social_medias', ['11'], 'choice'],
        ['content_production', undefined, undefined],
        ['content_production', '6', 'choice'],
        ...badText('ad_network', 500),
      ],
    },
  ],
]

describe.each(tables)('%s', (_name, { body, form, valid, cases }) => {
  test('accepts valid values', () => {
    expect(body.safeParse(valid).success).toBe(true)
    expect(validateForm(form, valid as never)).toEqual({})
  })

  test.each(cases)('%s = %j gets %s from the schema and in the browser', (field, value, error) => {
    const values = { ...valid, [field]: value }
    const issue = checkSchema(body, values).errors?.find(({ path }) => path[0] === field)
    expect(validateForm(form, values as never)[field]).toBe(error)
    expect(issue?.code).toBe(error)
    expect(issue?.hasOwnCode ?? true).toBe(true)
  })

  test('refuses values that are not texts', () => {
    for (const value of [1, null, {}, true]) {
      const [field = ''] = Object.keys(valid)
      expect(body.safeParse({ ...valid, [field]: value }).success).toBe(false)
    }
  })
})

test.each(['Instagram.com', 'https://youtu.be/dQw4w9WgXcQ', 'https://www.tiktok.com/?lang=en', 'x.com/home'])(
  'the schema asks a publisher for the channel at %j, and takes it of a creator',
  (text) => {
    const { errors } = checkSchema(calls.fillProfileCall.body, { ...profile, site_url: text })
    expect(errors).toMatchObject([{ path: ['site_url'], code: 'site.channel', hasOwnCode: true }])
    expect(checkSchema(calls.applyAsCreatorCall.body, { ...creator, channelUrl: text }).errors).toBeUndefined()
  },
)
