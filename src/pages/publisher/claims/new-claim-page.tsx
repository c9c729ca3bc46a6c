import { Button } from '@mantine/core'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/new-claim-page'
import { callContext } from '#platform/web/call-context.ts'
import { readForm, submit } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { fileClaimCall, getClaimFormCall } from '#domains/figures/claims/contract/calls.ts'
import { ClaimForm } from '#domains/figures/claims/web/claim-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { hit_id: hitId, advertiser_id: advertiserId } = readSearch(request) as Record<string, string>
  const query = { ...(hitId && { hit_id: hitId }), ...(advertiserId && { advertiser_id: advertiserId }) }
  const { data } = await context.get(callContext)(getClaimFormCall, { query })
  return { ...getPageMeta(context, 'claims.form.title', ['claims']), form: data }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const read = (name: string) => readText(form, name)
  const filed: { claimId?: string } = {}
  const result = await submit(async () => {
    const { data } = await call(fileClaimCall, {
      body: {
        advertiser_id: read('advertiser_id'),
        key: read('key'),
        order_id: read('order_id'),
        event: read('event') || 'sale',
        ordered_on: read('ordered_on'),
        amount: read('amount'),
        currency: read('currency'),
        text: read('text'),
        hit_id: read('hit_id'),
        file_id: read('file_id'),
      },
    })
    filed.claimId = data.claim_id
  })
  if (filed.claimId !== undefined) throw redirect(`/claims/${filed.claimId}`)
  return result
}

export const meta: Route.MetaFunction = titleMeta

export default function NewClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <NewClaim form={loaderData.form} result={actionData} />
    </TextsProvider>
  )
}

interface NewClaimProps {
  form: Route.ComponentProps['loaderData']['form']
  result: Route.ComponentProps['actionData']
}

function NewClaim({ form, result }: NewClaimProps) {
  const t = useTexts('claims')
  return (
    <>
      <PageHeader eyebrow={<Link to="/claims">{t('form.back')}</Link>} title={t('form.title')} text={t('form.text')} />
      <Panel>
        {!form.can_claim || form.sites.length === 0 ? (
          <EmptyState
            title={t('form.noBrands')}
            text={t('form.noBrandsText')}
            action={
              <Button component={Link} to="/advertisers">
                {t('form.findBrands')}
              </Button>
            }
          />
        ) : (
          <ClaimForm form={form} result={result} />
        )}
      </Panel>
    </>
  )
}
