import { Link } from 'react-router'
import type { Route } from './+types/calculator-page'
import { priceOrderCall } from '#domains/partners/terms/contract/price.ts'
import { PriceForm } from '#domains/partners/terms/web/price-form.tsx'
import { PriceResult } from '#domains/partners/terms/web/price-result.tsx'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { NameField } from '#ui/name-field.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readSearch(request) as Record<string, string>
  const { data } = await context.get(callContext)(priceOrderCall, { query: search })
  return { ...getPageMeta(context, 'rates.price.title', ['rates']), view: data, search }
}

export const meta: Route.MetaFunction = titleMeta

export default function CalculatorPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Calculator {...loaderData} />
    </TextsProvider>
  )
}

function Calculator({ view, search }: Route.ComponentProps['loaderData']) {
  const t = useTexts('rates')
  const { publisher_name: name } = view
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/terms">{t('price.back')}</Link>}
        title={t('price.title')}
        text={t('price.text')}
      />
      <PriceForm choices={view} search={search}>
        <NameField
          kind="publishers"
          name="publisher_id"
          label={t('form.publisher')}
          description={t('form.publisherHint')}
          chosen={name === null ? undefined : { id: search['publisher_id'] ?? '', name }}
          anyLabel={t('price.anyPublisher')}
        />
      </PriceForm>
      <PriceResult view={view} />
    </>
  )
}
