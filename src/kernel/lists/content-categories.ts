/** Types of web-based content (desktop and mobile), in the specification's order; 16 of them. */
export const WEB_CONTENT_CATEGORIES = [
  'E-commerce',
  'Price Comparison',
  'Loyalty',
  'Cause-Related Marketing',
  'Coupon/Deal sites',
  'Content and niche sites',
  'Product Review',
  'Blogs',
  'E-mail Marketing',
  'Registration',
  'Shopping Directories',
  'Gaming',
  'Virtual currency',
  'File sharing',
  'Video sharing',
  'Other',
] as const

/** Types of mobile app content: the web types without Virtual currency; 15 of them. */
export const APP_CONTENT_CATEGORIES = WEB_CONTENT_CATEGORIES.filter((category) => category !== 'Virtual currency')

/** The 31 content types by position: 1 to 16 for web sites, 17 to 31 for mobile apps. */
export const CONTENT_CATEGORIES: readonly string[] = [
  ...WEB_CONTENT_CATEGORIES,
  ...APP_CONTENT_CATEGORIES.map((category) => `Mobile app: ${category}`),
]

/** Maximum number of content categories, and of audience countries, per site (specification 2, section 9). */
export const MAX_SITE_CHOICES = 3
