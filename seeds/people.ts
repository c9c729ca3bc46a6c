/** A site of a sample publisher. */
export interface SampleSite {
  name: string
  url: string
  /** Hits a day in the middle of the year, over all merchants. */
  hitsPerDay: number
  /** Pages that link to merchants. */
  articles: readonly string[]
}

/** A fictional publisher of the demo data. */
export interface SamplePublisher {
  /** Absent for the publisher that has the printed sign-in. */
  email?: string
  person: string
  name: string
  sites: readonly SampleSite[]
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
      },
      {
        name: 'The Sunday Letter',
        url: 'https://letter.slow-morning.example.com/',
        hitsPerDay: 26,
        articles: ['issue-41', 'issue-42', 'issue-43'],
      },
    ],
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
      },
      {
        name: 'Deal Harbour Canada',
        url: 'https://ca.deal-harbour.example.com/',
        hitsPerDay: 19,
        articles: ['today', 'winter-gear'],
      },
    ],
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
      },
    ],
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
