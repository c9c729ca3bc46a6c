import type { Route } from './+types/company-page'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import { getSetupCall, saveCompanyCall } from '#domains/partners/setup/contract/advertiser.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm, submit } from '#platform/web/form.ts'
import type { FormResult } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { StepsLink } from './steps-link.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, setup] = await Promise.all([call(getOwnAdvertiserCall), call(getSetupCall)])
  return {
    ...getPageMeta(context, 'setup.company.title', ['setup']),
    name: advertiser.data.name,
    isDraft: advertiser.data.program?.status === 'draft',
    company: setup.data.company,
    countries: countryList(context.get(sessionContext).locale).map(([value, label]) => ({ value, label })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const body = {
    legal_name: readText(form, 'legal_name'),
    street: readText(form, 'street'),
    postal_code: readText(form, 'postal_code'),
    city: readText(form, 'city'),
    country: readText(form, 'country'),
    vat_number: readText(form, 'vat_number'),
    contact_name: readText(form, 'contact_name'),
    contact_email: readText(form, 'contact_email'),
  }
  return submit(() => context.get(callContext)(saveCompanyCall, { body }))
}

export const meta: Route.MetaFunction = titleMeta

export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Company data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Company({ data, answer }: { data: Data; answer: FormResult | undefined }) {
  const t = useTexts('setup')
  return (
    <>
      <PageHeader
        eyebrow={data.name}
        title={t('company.title')}
        text={t('company.text')}
        actions={<StepsLink isDraft={data.isDraft} />}
      />
      <Panel>
        <TeamGate act="set_company">
          <ActionForm result={answer} success={t('company.saved')}>
            <AddressFields data={data} />
            <ContactFields data={data} />
            <SubmitButton>{t('company.save')}</SubmitButton>
          </ActionForm>
        </TeamGate>
      </Panel>
    </>
  )
}

function AddressFields({ data: { company, countries } }: { data: Data }) {
  const t = useTexts('setup')
  return (
    <>
      <TextField
        name="legal_name"
        label={t('company.legalName')}
        autoComplete="organization"
        defaultValue={company.legal_name}
        maxLength={160}
        required
      />
      <TextField
        name="street"
        label={t('company.street')}
        autoComplete="street-address"
        defaultValue={company.street}
        maxLength={200}
        required
      />
      <FieldGrid minWidth="12rem">
        <TextField
          name="postal_code"
          label={t('company.postalCode')}
          autoComplete="postal-code"
          defaultValue={company.postal_code}
          maxLength={20}
        />
        <TextField
          name="city"
          label={t('company.city')}
          autoComplete="address-level2"
          defaultValue={company.city}
          maxLength={120}
          required
        />
        <SelectField
          name="country"
          label={t('company.country')}
          data={countries}
          defaultValue={company.country || null}
          searchable
          required
        />
      </FieldGrid>
      <TextField
        name="vat_number"
        label={t('company.vatNumber')}
        description={t('company.vatHint')}
        defaultValue={company.vat_number}
        maxLength={40}
      />
    </>
  )
}

function ContactFields({ data: { company } }: { data: Data }) {
  const t = useTexts('setup')
  const { actor } = useSession()
  return (
    <FieldGrid>
      <TextField
        name="contact_name"
        label={t('company.contactName')}
        autoComplete="name"
        defaultValue={company.contact_name || actor?.displayName}
        maxLength={120}
        required
      />
      <TextField
        name="contact_email"
        type="email"
        label={t('company.contactEmail')}
        autoComplete="email"
        defaultValue={company.contact_email || actor?.email}
        maxLength={254}
        required
      />
    </FieldGrid>
  )
}
