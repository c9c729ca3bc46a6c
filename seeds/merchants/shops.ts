import { ADVERTISER_METHODS, SHOP_METHODS } from './merchant.ts'
import type { SampleMerchant } from './merchant.ts'

/** Shops that sell their own range of goods. */
export const SHOPS: readonly SampleMerchant[] = [
  {
    name: 'bonprix',
    publicId: 7260,
    slug: 'bonprix-affiliate-program',
    title: 'bonprix Affiliate Program',
    hosts: ['bonprix.fr'],
    currency: 'EUR',
    countries: ['FR'],
    description:
      'Fashion and home for the whole family, from everyday basics to the bedroom. The French shop ' +
      'keeps more than 13,000 items at prices that bring readers back, and adds new collections all ' +
      'year round.',
    commissionText: 'Up to 7% of revenue.',
    windowDays: 30,
    validationDays: 30,
    joinMode: 'review',
    methods: SHOP_METHODS,
    actions: [{ type: 'sale', percent: '7', weight: 1, value: 62 }],
    conversion: 0.034,
    cancelled: 0.17,
    season: 'spring',
    pages: ['/robes/', '/linge-de-maison/', '/nouveautes/'],
  },
  {
    name: 'DIY store',
    publicId: 247,
    slug: 'diy-affiliate-program',
    title: 'DIY store Affiliate Program',
    hosts: ['diy.com'],
    countries: ['GB'],
    description:
      'Everything for house and garden in the United Kingdom: tools, paint, kitchens, plants. Guides ' +
      'and project diaries convert best, because readers come with a list and leave with a full ' +
      'trolley.',
    commissionText: '2% of every sale.',
    windowDays: 30,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [{ type: 'sale', percent: '2', weight: 1, value: 84 }],
    conversion: 0.029,
    cancelled: 0.09,
    season: 'spring',
    pages: ['/garden/', '/tools/', '/painting-decorating/'],
  },
  {
    name: 'Anthropologie',
    publicId: 5576,
    slug: 'anthropologie-affiliate-program',
    title: 'Anthropologie Affiliate Program',
    hosts: ['anthropologie.com'],
    countries: ['US'],
    description:
      'Clothing, jewellery, furniture and small things for the home with a hand-made look. Long-form ' +
      'stories, lookbooks and room tours suit the brand and its readers in the United States.',
    commissionText: '6% of net sales, without delivery, VAT and returns; 10% on select furniture.',
    windowDays: 30,
    validationDays: 45,
    joinMode: 'review',
    methods: ADVERTISER_METHODS,
    actions: [
      { type: 'sale', percent: '6', weight: 9, value: 118 },
      { type: 'furniture', percent: '10', weight: 1, value: 640 },
    ],
    conversion: 0.024,
    cancelled: 0.18,
    season: 'gifts',
    pages: ['/dresses', '/furniture', '/gifts'],
  },
  {
    name: 'Sport Chek',
    publicId: 6979,
    slug: 'sportchek-affiliate-program',
    title: 'Sport Chek Affiliate Program',
    hosts: ['sportchek.ca'],
    countries: ['CA'],
    description:
      'A Canadian name for sport: shoes, outerwear, skis, bikes and team gear from the brands that ' +
      'people ask for. Seasons matter here, and so does honest advice on sizes.',
    commissionText: 'Up to 6% of every sale.',
    windowDays: 14,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [{ type: 'sale', percent: '6', weight: 1, value: 96 }],
    conversion: 0.027,
    cancelled: 0.11,
    season: 'gifts',
    pages: ['/shoes.html', '/outerwear.html', '/ski.html'],
  },
  {
    name: "Kohl's",
    publicId: 21558,
    slug: 'kohls-affiliate-program',
    title: "Kohl's Affiliate Program",
    hosts: ['kohls.com'],
    countries: ['US'],
    description:
      'A department store for American families: clothing, shoes, kitchen, bedding and toys. Offers ' +
      'change often, so pages that are kept current do well from summer holidays to the last week ' +
      'before Christmas.',
    commissionText: 'A share of every sale; the rate in force stands in the terms of the programme.',
    windowDays: 7,
    validationDays: 30,
    joinMode: 'auto',
    methods: SHOP_METHODS,
    actions: [{ type: 'sale', percent: '4', weight: 1, value: 71 }],
    conversion: 0.036,
    cancelled: 0.13,
    season: 'school',
    pages: ['/sale-event/clearance.jsp', '/catalog/bedding.jsp', '/catalog/womens.jsp'],
  },
  {
    name: 'lululemon',
    publicId: 5098,
    slug: 'lululemon-affiliate-program',
    title: 'lululemon Affiliate Program',
    hosts: ['shop.lululemon.com', 'lululemon.com'],
    countries: ['US', 'CA'],
    description:
      'Technical clothing for yoga, running and training, and for the way home. Orders average more ' +
      'than $100, so a few convinced readers are worth more than many clicks.',
    commissionText: '5% by default; 30 days after the click; average order above $100.',
    windowDays: 30,
    validationDays: 30,
    joinMode: 'review',
    methods: ADVERTISER_METHODS,
    actions: [{ type: 'sale', percent: '5', weight: 1, value: 128 }],
    conversion: 0.022,
    cancelled: 0.12,
    season: 'gifts',
    pages: ['/c/women-leggings', '/c/men-shorts', '/c/whats-new'],
  },
]

/** The merchant of the demo shop (`examples/demo-shop`), which runs on the same machine. */
export const DEMO_SHOP: SampleMerchant = {
  name: 'Leaf & Kettle',
  publicId: 1001,
  slug: 'leaf-and-kettle-affiliate-program',
  title: 'Leaf & Kettle Affiliate Program',
  hosts: ['localhost:4010', '127.0.0.1:4010'],
  groups: ['TEA', 'TEAWARE'],
  countries: ['GLOBAL'],
  description:
    'Whole-leaf tea from small gardens, and what it needs: pots, tins, a scale that shows tenths of a ' +
    'gram. Single-garden teas come with their harvest date, so there is always something to write ' +
    'about.',
  commissionText: '8% of every order; 12% for a first order.',
  windowDays: 30,
  validationDays: 14,
  couponRule: 'code_wins',
  joinMode: 'auto',
  methods: SHOP_METHODS,
  actions: [
    { type: 'sale', percent: '8', weight: 3, value: 38 },
    { type: 'first_order', percent: '12', weight: 1, value: 31 },
  ],
  rules: [
    { type: 'sale', percent: '10', customer: 'NEW' },
    { type: 'sale', percent: '6', productGroup: 'Teaware' },
  ],
  conversion: 0.048,
  cancelled: 0.06,
  season: 'gifts',
  pages: ['/products/morning-oolong', '/products/cast-iron-kettle', '/'],
}
