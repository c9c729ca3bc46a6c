import type { BankAccount } from '#domains/money/payouts/rules/payment.ts'
import type { NewProfile } from '#domains/people/publishers/commands/publishers.ts'
import type { TaxFormType } from '#domains/people/taxes/rules.ts'

/** A site of a sample publisher. */
export interface SampleSite {
  name: string
  url: string
  /** Hits a day in the middle of the year, over all merchants. */
  hitsPerDay: number
  /** Pages that link to merchants. */
  articles: readonly string[]
  audienceCountries: readonly string[]
  contentCategories: readonly string[]
}

/** The form of a sample publisher, and what its statements print. */
export interface SampleLegal {
  kind: 'person' | 'company'
  form: TaxFormType
  vatId: string
}

/** A fictional publisher of the demo data. */
export interface SamplePublisher {
  /** Absent for the publisher that has the printed sign-in. */
  email?: string
  person: string
  name: string
  sites: readonly SampleSite[]
  profile: NewProfile
  legal: SampleLegal
  /** The bank account, with a number that banks publish as a sample. */
  bank?: BankAccount
  /** Whether the publisher came by the referral link of the first one. */
  isReferred?: true
  /** The share of the traffic by programme slug. */
  promotes: Readonly<Record<string, number>>
  /** Slugs of programmes with a pending join request. */
  waitsFor: readonly string[]
  /** Slugs of programmes that declined, with the reason. */
  declinedBy: Readonly<Record<string, string>>
}

/** The three publishers; the first has the printed sign-in. */
export const PUBLISHERS: readonly SamplePublisher[] = [
  {
    person: 'Mara Lindqvist',
    name: 'Slow Morning',
    sites: [
      {
        name: 'Slow Morning Journal',
        url: 'https://slow-morning.example.com/',
        hitsPerDay: 74,
        articles: ['tea-for-beginners', 'a-quiet-kitchen', 'ten-gifts-under-fifty', 'linen-that-lasts'],
        audienceCountries: ['DE', 'SE', 'GB'],
        contentCategories: ['Blogs', 'Content and niche sites'],
      },
      {
        name: 'The Sunday Letter',
        url: 'https://letter.slow-morning.example.com/',
        hitsPerDay: 26,
        articles: ['issue-41', 'issue-42', 'issue-43'],
        audienceCountries: ['DE'],
        contentCategories: ['E-mail Marketing'],
      },
    ],
    profile: {
      company: 'Slow Morning',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      contactNumber: '555-010-4417',
      address: 'Sample Street 12, Example Town',
      zipCode: '10000',
      country: 'DE',
      paypalEmail: 'pay@slow-morning.example.com',
      numEmployees: 'Just me',
      devKnowledge: 'I can paste a script',
      profitModels: ['Commission per sale (CPS)', 'Payment per lead (CPL)'],
      preferTrafficCategories: ['Food', 'Home'],
      trafficSources: ['Organic search', 'E-mail'],
      socialMedias: ['Instagram', 'Pinterest'],
      contentProduction: 'I make it myself',
      adNetwork: '',
    },
    legal: { kind: 'person', form: 'W-8BEN', vatId: 'DE123456788' },
    bank: {
      accountName: 'Mara Lindqvist',
      accountNumber: 'DE89370400440532013000',
      country: 'DE',
      address: '1 Bank Square, Example Town',
      swiftCode: '',
      bankName: 'Example Bank',
      branchName: '',
    },
    promotes: {
      'leaf-and-kettle-affiliate-program': 5,
      'anthropologie-affiliate-program': 4,
      'lululemon-affiliate-program': 3,
      'bonprix-affiliate-program': 2,
      'diy-affiliate-program': 2,
      'amazon-affiliate-program': 3,
      'airbnb-affiliate-program': 1.5,
    },
    waitsFor: ['apps-apple-affiliate-program'],
    declinedBy: {},
  },
  {
    email: 'deven@deal-harbour.example.com',
    person: 'Deven Achterberg',
    name: 'Deal Harbour',
    sites: [
      {
        name: 'Deal Harbour',
        url: 'https://deal-harbour.example.com/',
        hitsPerDay: 58,
        articles: ['today', 'back-to-school', 'clearance', 'under-twenty'],
        audienceCountries: ['US'],
        contentCategories: ['Coupon/Deal sites', 'Price Comparison'],
      },
      {
        name: 'Deal Harbour Canada',
        url: 'https://ca.deal-harbour.example.com/',
        hitsPerDay: 19,
        articles: ['today', 'winter-gear'],
        audienceCountries: ['CA'],
        contentCategories: ['Coupon/Deal sites'],
      },
    ],
    profile: {
      company: 'Deal Harbour',
      firstName: 'Deven',
      lastName: 'Achterberg',
      contactNumber: '555-010-2208',
      address: '600 Example Avenue, Sampleville',
      zipCode: '00600',
      country: 'US',
      paypalEmail: 'pay@deal-harbour.example.com',
      numEmployees: '2 - 10',
      devKnowledge: 'We have developers',
      profitModels: ['Commission per sale (CPS)', 'Payment per click (CPC)'],
      preferTrafficCategories: ['Shopping Malls', 'Consumer Electronics'],
      trafficSources: ['Paid search', 'Social networks'],
      socialMedias: ['Facebook', 'X'],
      contentProduction: 'Our own editors',
      adNetwork: 'None yet',
    },
    legal: { kind: 'company', form: 'W-9', vatId: '' },
    isReferred: true,
    promotes: {
      'walmart-affiliate-program': 4,
      'kohls-affiliate-program': 3,
      'ebay-affiliate-program': 3,
      'amazon-affiliate-program': 4,
      'sportchek-affiliate-program': 2,
      'gomino-affiliate-program': 1,
      'leaf-and-kettle-affiliate-program': 1,
    },
    waitsFor: ['bonprix-affiliate-program'],
    declinedBy: { 'lululemon-affiliate-program': 'The brand does not work with coupon sites at the moment.' },
  },
  {
    email: 'yuki@second-screen.example.org',
    person: 'Yuki Tanabe',
    name: 'Second Screen',
    sites: [
      {
        name: 'Second Screen',
        url: 'https://second-screen.example.org/',
        hitsPerDay: 41,
        articles: ['best-builds', 'edit-on-your-phone', 'new-this-week'],
        audienceCountries: ['JP', 'US'],
        contentCategories: ['Gaming', 'Video sharing'],
      },
    ],
    profile: {
      company: 'Second Screen',
      firstName: 'Yuki',
      lastName: 'Tanabe',
      contactNumber: '555-010-7731',
      address: '1-2-3 Sample, Example City',
      zipCode: '100-0000',
      country: 'JP',
      paypalEmail: 'pay@second-screen.example.org',
      numEmployees: 'Just me',
      devKnowledge: 'I edit templates',
      profitModels: ['Payment per install (CPI)'],
      preferTrafficCategories: ['Cell Phones', 'Toys'],
      trafficSources: ['Social networks', 'Direct visits'],
      socialMedias: ['YouTube', 'TikTok'],
      contentProduction: 'I make it myself',
      adNetwork: '',
    },
    legal: { kind: 'person', form: 'W-8BEN', vatId: '' },
    isReferred: true,
    promotes: {
      'mobileLegends-for-business-affiliate-program': 4,
      'roblox-for-business-affiliate-program': 3,
      'capcut-for-business-affiliate-program': 3,
      'vidmateapp-for-business-affiliate-program': 2,
      'psiphon-for-business-affiliate-program': 1,
      'tiktok-for-business-affiliate-program': 1,
    },
    waitsFor: ['airbnb-affiliate-program'],
    declinedBy: { 'anthropologie-affiliate-program': 'The audience of the site does not fit the programme.' },
  },
]
