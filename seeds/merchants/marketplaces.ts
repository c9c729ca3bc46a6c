import { SHOP_METHODS, TRAVEL_METHODS } from './merchant.ts'
import type { SampleMerchant } from './merchant.ts'

/** Marketplaces that sell all kinds of goods. */
export const MARKETPLACES: readonly SampleMerchant[] = [
  {
    name: 'Amazon',
    publicId: 18481,
    slug: 'amazon-affiliate-program',
    title: 'Amazon Affiliate Program',
    hosts: ['amazon.com'],
    countries: ['US'],
    description:
      'The shop that most readers know already, with something for every article you write. Small ' +
      'commissions, many orders: comparison tables, gift lists and honest reviews carry it.',
    commissionText: 'The commission varies by product category.',
    windowDays: 1,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [
      { type: 'sale', percent: '3', weight: 6, value: 44 },
      { type: 'fashion', percent: '4', weight: 2, value: 52 },
      { type: 'electronics', percent: '2', weight: 2, value: 139 },
    ],
    conversion: 0.062,
    cancelled: 0.08,
    season: 'gifts',
    pages: ['/gp/bestsellers', '/dp/B0EXAMPLE1', '/dp/B0EXAMPLE2'],
  },
  {
    name: 'Walmart',
    publicId: 32984,
    slug: 'walmart-affiliate-program',
    title: 'Walmart Affiliate Program',
    hosts: ['walmart.com'],
    countries: ['US'],
    description:
      'Groceries, electronics, toys and furniture from the largest shop floor in the United States, ' +
      'delivered or ready at the kerb. Families with a plan are its readers.',
    commissionText: '1% to 4% of online sales, by category.',
    windowDays: 3,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [
      { type: 'sale', percent: '1', weight: 6, value: 68 },
      { type: 'home', percent: '4', weight: 3, value: 57 },
    ],
    conversion: 0.047,
    cancelled: 0.1,
    season: 'school',
    pages: ['/cp/toys', '/cp/home', '/browse/deals'],
  },
  {
    name: 'eBay',
    publicId: 30256,
    slug: 'ebay-affiliate-program',
    title: 'eBay Affiliate Program',
    hosts: ['ebay.com'],
    countries: ['US', 'GB', 'DE'],
    description:
      'New, used and rare, at a fixed price or under the hammer. Collectors, tinkerers and people who ' +
      'repair things find here what no other shop keeps in stock.',
    commissionText:
      'At most $50 per item in motors, real estate and industrial categories; at most $225 per item ' +
      'in the consumer categories.',
    windowDays: 1,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [
      { type: 'sale', percent: '3', weight: 9, value: 74 },
      { type: 'motors', percent: '2', weight: 1, value: 210 },
    ],
    conversion: 0.039,
    cancelled: 0.12,
    season: 'steady',
    pages: ['/b/Cameras', '/b/Vinyl-Records', '/deals'],
  },
  {
    name: 'Apple Apps',
    publicId: 32984,
    slug: 'apps-apple-affiliate-program',
    title: 'Apple Apps Affiliate Program',
    hosts: ['apps.apple.com'],
    countries: ['GLOBAL'],
    description:
      'Apps, games and subscriptions for phone, tablet and computer. Reviews with a single clear ' +
      'recommendation and a link that opens the right store page work best.',
    commissionText:
      'A share of purchases and first subscriptions; the rates in force stand in the terms of the programme.',
    windowDays: 1,
    validationDays: 30,
    joinMode: 'review',
    methods: SHOP_METHODS,
    actions: [{ type: 'sale', percent: '7', weight: 1, value: 9 }],
    conversion: 0.05,
    cancelled: 0.03,
    season: 'gifts',
    pages: ['/us/app/notes', '/us/app/focus-timer'],
  },
  {
    name: 'Airbnb',
    publicId: 15268,
    slug: 'airbnb-affiliate-program',
    title: 'Airbnb Affiliate Program',
    hosts: ['airbnb.com'],
    countries: ['GLOBAL'],
    description:
      'Rooms, cabins and whole houses from hosts all over the world, and things to do once you are ' +
      'there. City guides and itineraries reach travellers while they are still deciding.',
    commissionText: 'A share of the booking; the rate in force stands in the terms of the programme.',
    windowDays: 30,
    validationDays: 60,
    joinMode: 'review',
    methods: TRAVEL_METHODS,
    actions: [{ type: 'booking', percent: '2.5', weight: 1, value: 340 }],
    conversion: 0.013,
    cancelled: 0.21,
    season: 'summer',
    pages: ['/s/Lisbon', '/s/Kyoto', '/s/experiences'],
  },
]
