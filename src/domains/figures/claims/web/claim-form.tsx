import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { useDayText } from '#ui/month-text.ts'
import { NameField } from '#ui/name-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { getClaimFormCall } from '../contract/calls.ts'
import { MAX_CLAIM_TEXT } from '../rules.ts'
import { ClaimFileField } from './publisher-actions.tsx'

type FormFacts = ReplyOf<typeof getClaimFormCall>['data']

interface ClaimFormProps {
  form: FormFacts
  result: ActionResult
}

/** The form of a claim. A hit fills in its brand, its site and its day. */
export function ClaimForm({ form, result }: ClaimFormProps) {
  const t = useTexts('claims')
  const writeDay = useDayText()
  const { hit, sites } = form
  const date = hit && <DateText value={hit.clicked_on} />
  return (
    <ActionForm result={result}>
      {hit && (
        <>
          <HiddenField name="hit_id" value={hit.hit_id} />
          <Text c="dimmed">{t.rich('form.fromHit', { day: () => date })}</Text>
        </>
      )}
      <FieldGrid>
        <AdvertiserFields form={form} />
        <SelectField
          name="key"
          label={t('form.site')}
          data={sites.map(({ key, name }) => ({ value: key, label: name }))}
          defaultValue={hit?.key || (sites[0]?.key ?? null)}
          searchable
          required
        />
        <TextField
          name="order_id"
          label={t('form.order')}
          description={t('form.orderHint')}
          maxLength={120}
          autoComplete="off"
          required
        />
        <TextField
          type="date"
          name="ordered_on"
          label={t('form.day')}
          description={t('form.dayHint', { first: writeDay(form.first_day) })}
          min={form.first_day}
          max={form.today}
          defaultValue={hit?.clicked_on ?? ''}
          required
        />
      </FieldGrid>
      <TextAreaField
        name="text"
        label={t('form.text2')}
        description={t('form.textHint')}
        maxLength={MAX_CLAIM_TEXT}
        required
      />
      <ClaimFileField isOptional />
      <SubmitButton>{t('form.submit')}</SubmitButton>
    </ActionForm>
  )
}

/** The brand, and what depends on it: the events of its terms and its currency. The address names the brand. */
function AdvertiserFields({ form: { advertiser } }: Pick<ClaimFormProps, 'form'>) {
  const t = useTexts('claims')
  const [search, setSearch] = useSearchParams()
  const { advertiser_id: advertiserId, name = '', events = ['sale'], currency = 'USD' } = advertiser ?? {}
  const choose = (id: string) =>
    setSearch({ ...Object.fromEntries(search), advertiser_id: id }, { replace: true, preventScrollReset: true })
  return (
    <>
      <NameField
        kind="advertisers"
        name="advertiser_id"
        label={t('form.brand')}
        chosen={advertiserId === undefined ? undefined : { id: String(advertiserId), name }}
        onChoose={choose}
        required
      />
      <SelectField
        key={`event-${advertiserId}`}
        name="event"
        label={t('form.event')}
        data={events}
        defaultValue={events.includes('sale') ? 'sale' : (events[0] ?? null)}
      />
      <TextField
        name="amount"
        label={t('form.amount')}
        description={t('form.amountHint')}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        key={`currency-${advertiserId}`}
        name="currency"
        label={t('form.currency')}
        description={t('form.currencyHint')}
        defaultValue={currency}
        maxLength={3}
        autoComplete="off"
        required
      />
    </>
  )
}
