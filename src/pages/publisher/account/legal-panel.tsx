import { Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { LegalView } from '#domains/people/taxes/contract.ts'
import { SelfBillingPanel } from '#domains/people/taxes/web/self-billing-panel.tsx'
import { TaxFormPanel } from '#domains/people/taxes/web/tax-form-panel.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import type { OwnerData } from './account.server-actions.ts'

const SelectField = lazy(async () => ({ default: (await import('#ui/select-field.tsx')).SelectField }))

interface LegalPanelProps {
  legal: LegalView
  countries: OwnerData['countries']
  answer: IntentAnswer | undefined
}

/** Who the publisher is for contracts and taxes, its consent to self-billing and its tax forms. */
export function LegalPanel({ legal, countries, answer }: LegalPanelProps) {
  return (
    <>
      <DetailsPanel legal={legal} countries={countries} answer={answer} />
      <TaxFormPanel tax={legal.tax} answer={answer} />
      <SelfBillingPanel legal={legal} answer={answer} />
    </>
  )
}

function DetailsPanel({ legal, countries, answer }: LegalPanelProps) {
  const t = useTexts('taxes')
  const details = legal.details ?? legal.proposed
  const kinds = (['person', 'company'] as const).map((value) => ({ value, label: t(`details.${value}`) }))
  const hasVerified = legal.tax.forms.some(({ status }) => status === 'verified')
  return (
    <Panel title={t('details.title')} text={t('details.text')}>
      <ActionForm intent="saveLegal" result={answerTo(answer, 'saveLegal')} success={t('saved')}>
        <Suspense>
          <FieldGrid>
            <SelectField
              name="kind"
              label={t('details.kind')}
              data={kinds}
              defaultValue={details.kind}
              allowDeselect={false}
            />
            <TextField
              name="legalName"
              label={t('details.legalName')}
              description={t('details.legalNameHint')}
              defaultValue={details.legal_name}
              maxLength={200}
              dir="auto"
              required
            />
            <SelectField
              name="country"
              label={t('details.country')}
              data={countries.map(({ code, label }) => ({ value: code, label }))}
              defaultValue={details.country === '' ? null : details.country}
              searchable
              required
            />
            <TextField
              name="address"
              label={t('details.address')}
              defaultValue={details.address}
              maxLength={300}
              dir="auto"
              required
            />
            <TextField name="zipCode" label={t('details.zipCode')} defaultValue={details.zip_code} maxLength={20} />
            <TextField
              name="vatId"
              label={t('details.vatId')}
              description={t('details.vatIdHint')}
              defaultValue={details.vat_id}
              maxLength={30}
            />
          </FieldGrid>
        </Suspense>
        {hasVerified && <Text c="dimmed">{t('details.verifyAgain')}</Text>}
        <SubmitButton>{t('details.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
