import { Link } from 'react-router'
import type { Route } from './+types/calculator-page'
import { priceOwnOrderCall } from '#domains/partners/terms/contract/price.ts'
import { PriceForm } from '#domains/partners/terms/web/price-form.tsx'
import { PriceResult } from '#domains/partners/terms/web/price-result.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const search = readSearch(request) as Record<string, string>
  const input = { params: { advertiser_id: params.advertiserId }, query: search }
  const { data } = await context.get(callContext)(priceOwnOrderCall, input)
  return { ...getPageMeta(context, 'rates.price.title', ['rates']), view: data, search }
}

export const meta: Route.MetaFunction = titleMeta

export default function OwnCalculatorPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <OwnCalculator {...loaderData} advertiserId={params.advertiserId} />
    </TextsProvider>
  )
}

type Props = Pick<Route.ComponentProps['loaderData'], 'view' | 'search'> & { advertiserId: string }

function OwnCalculator({ view, search, advertiserId }: Props) {
  const t = useTexts('rates')
  const name = view.advertiser_name
  return (
    <>
      <PageHeader
        eyebrow={<Link to={`/rates/${advertiserId}`}>{t('own.title', { name })}</Link>}
        title={t('price.title')}
        text={t('price.ownText', { name })}
      />
      <PriceForm choices={view} search={search} />
      <PriceResult view={view} />
    </>
  )
}
