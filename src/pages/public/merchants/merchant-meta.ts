import type { WebSession } from '#platform/web/call-context.ts'
import type { PublicPageMeta } from '#platform/web/public-meta.ts'
import type { Messages } from '#texts/texts.ts'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'

const DESCRIPTION_LENGTH = 200

/** Builds the meta data of a merchant's page: its programme, and the shop as schema.org data. */
export function describeMerchant(
  merchant: Merchant,
  session: Pick<WebSession, 'publicUrl' | 'texts'>,
): Pick<PublicPageMeta, 'title' | 'description' | 'picture' | 'data'> {
  const { name, title, description, commission, path, website, countries } = merchant
  const { publicUrl } = session
  const { all } = session.texts('merchant').merchant as Messages['merchant']
  const url = publicUrl + path
  const shop = { '@type': 'Organization', name, url: website.href }
  const areaServed = countries.map((country) => ({ '@type': 'Place', name: country.name }))
  const offer = { '@type': 'Offer', name: title, description: commission, url, category: 'Affiliate program' }
  return {
    title,
    description: shorten([commission, description].filter(Boolean).join(' ')),
    picture: `/og${path}.png`,
    data: [
      { '@type': 'WebPage', name: title, url, about: shop },
      { '@type': 'Service', name: title, serviceType: 'Affiliate program', provider: shop, areaServed, offers: offer },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: all, item: `${publicUrl}/merchants` },
          { '@type': 'ListItem', position: 2, name: title, item: url },
        ],
      },
    ],
  }
}

/** Shortens a text to the length that search engines show, at the end of a word. */
function shorten(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  if (flat.length <= DESCRIPTION_LENGTH) return flat
  return `${flat.slice(0, DESCRIPTION_LENGTH).replace(/\s\S*$/, '')}…`
}
