import { APP_METHODS } from './merchant.ts'
import type { SampleAction, SampleMerchant } from './merchant.ts'

const REGISTRATION: SampleAction = { type: 'registration', fixed: '0', weight: 6 }

/** Apps and platforms, which pay for installations and for the first events after them. */
export const APPS: readonly SampleMerchant[] = [
  {
    ...app('Gomino', 681, 'gomino-affiliate-program'),
    title: 'Gomino Affiliate Program',
    hosts: ['gomino.com'],
    description:
      'An app that pays people for the purchases they make anyway. Who is invited by a publisher ' +
      'earns with the first order, and so does the publisher.',
    commissionText:
      'Up to $4 per installation of a qualified referral; up to 60% of the commission of the orders referred.',
    actions: [
      { type: 'install', fixed: '4.00', weight: 4 },
      { type: 'order_commission', percent: '60', weight: 1, value: 3 },
    ],
    conversion: 0.03,
  },
  {
    ...app('TikTok for Business', 45957, 'tiktok-for-business-affiliate-program'),
    hosts: ['ads.tiktok.com'],
    description:
      'Advertising accounts for companies that want to be seen in short videos. Tutorials, case ' +
      'studies and courses for small businesses bring the accounts that stay.',
    commissionText: 'Registration $0.00, 90 days; Cash Active $30.00, 90 days; Spend Amount 0%, 30 days.',
    windowDays: 90,
    actions: [
      REGISTRATION,
      { type: 'cash_active', fixed: '30.00', weight: 2 },
      { type: 'spend', percent: '0', weight: 2, value: 150 },
    ],
    conversion: 0.018,
  },
  {
    ...app('CapCut', 45957, 'capcut-for-business-affiliate-program'),
    hosts: ['capcut.com'],
    description:
      'A video editor that starts in the browser and finishes on the phone: templates, captions, ' +
      'voices. Show a before and an after, and the link does the rest.',
    commissionText: 'Earnings per click $0.06; payout $10, 30 days; $0.50 per installation.',
    actions: [
      { type: 'install', fixed: '0.50', weight: 9 },
      { type: 'subscription', fixed: '10.00', weight: 1 },
    ],
    conversion: 0.05,
  },
  {
    ...app('Mobile Legends', 45957, 'mobileLegends-for-business-affiliate-program'),
    hosts: ['m.mobilelegends.com'],
    description:
      'Five against five on the phone, ten minutes a match, played all over the world. Guides to ' +
      'heroes and builds find players who want to be better tonight.',
    commissionText: `Cash Active $30, 90 days; $0.40 per installation; $0.80 per registration.`,
    windowDays: 90,
    actions: [
      { type: 'install', fixed: '0.40', weight: 12 },
      { type: 'registration', fixed: '0.80', weight: 6 },
      { type: 'cash_active', fixed: '30.00', weight: 0.3 },
    ],
    conversion: 0.07,
  },
  {
    ...app('Psiphon Pro', 45957, 'psiphon-for-business-affiliate-program'),
    hosts: ['psiphon.ca'],
    description:
      'An open way to the internet where the usual ones are closed, on phones and computers. Readers ' +
      'come from everywhere, and often in a hurry: keep the page short.',
    commissionText: 'Earnings per click $0.05; $0.60 per installation.',
    actions: [{ type: 'install', fixed: '0.60', weight: 1 }],
    conversion: 0.08,
  },
  {
    ...app('Roblox', 45957, 'roblox-for-business-affiliate-program'),
    hosts: ['roblox.com'],
    description:
      'Millions of worlds that players build for each other, and the tools to build the next one. ' +
      'Walkthroughs, codes and building lessons have a faithful public.',
    commissionText:
      'Registration $0.00, 90 days; Cash Active $30.00, 90 days; Spend 0%, 30 days; $0.50 per installation.',
    windowDays: 90,
    actions: [
      { type: 'install', fixed: '0.50', weight: 10 },
      REGISTRATION,
      { type: 'cash_active', fixed: '30.00', weight: 0.3 },
      { type: 'spend', percent: '0', weight: 1, value: 12 },
    ],
    conversion: 0.06,
  },
  {
    ...app('VidMate', 45957, 'vidmateapp-for-business-affiliate-program'),
    hosts: ['vidmateapp.com'],
    description:
      'A player for video and music that also works on slow connections and small phones. Its public ' +
      'reads on the phone as well, so the landing page has to be light.',
    commissionText: 'Cash Active $15.00, 30 days; $0.40 per installation.',
    actions: [
      { type: 'install', fixed: '0.40', weight: 20 },
      { type: 'cash_active', fixed: '15.00', weight: 0.6 },
    ],
    conversion: 0.06,
  },
]

function app(name: string, publicId: number, slug: string) {
  return {
    name,
    publicId,
    slug,
    title: `${name} Affiliate Program`,
    countries: ['GLOBAL'],
    windowDays: 30,
    validationDays: 14,
    joinMode: 'auto' as const,
    methods: APP_METHODS,
    cancelled: 0.09,
    season: 'steady' as const,
    pages: ['/', '/download'],
  }
}
