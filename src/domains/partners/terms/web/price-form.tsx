import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CUSTOMER_STATUSES } from '#domains/programmes/rates/rules/resolve.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { CalculatorView } from '../contract/price.ts'

/** What was typed, by name. */
export type PriceSearch = Readonly<Record<string, string>>

interface PriceFormProps {
  choices: Pick<CalculatorView, 'events' | 'regions' | 'has_draft'>
  search: PriceSearch
  /** A field for the publisher, where the reader is the brand. */
  children?: ReactNode
}

/** The form of the calculator. It stands in the address, so that a result can be shared. */
export function PriceForm({ choices, search, children }: PriceFormProps) {
  const t = useTexts('rates')
  return (
    <Panel>
      <Form method="get">
        <FieldGrid minWidth="14rem">
          <SelectField
            name="action_type"
            label={t('form.event')}
            data={choices.events}
            defaultValue={search['action_type'] ?? choices.events[0] ?? ''}
          />
          {children}
          <OrderFields choices={choices} search={search} />
          <TextAreaField
            name="items"
            label={t('price.items')}
            description={t('price.itemsHint')}
            defaultValue={search['items'] ?? ''}
            placeholder={t('price.itemsExample')}
            maxLength={4000}
            minRows={2}
          />
        </FieldGrid>
        <Group mt="md">
          <SubmitButton>{t('price.calculate')}</SubmitButton>
        </Group>
      </Form>
    </Panel>
  )
}

function OrderFields({ choices: { regions, has_draft: hasDraft }, search }: Omit<PriceFormProps, 'children'>) {
  const t = useTexts('rates')
  const unknown = { value: '', label: t('price.unknown') }
  return (
    <>
      {regions.length > 0 && (
        <SelectField
          name="region"
          label={t('form.region')}
          data={[unknown, ...regions.map(({ code, name }) => ({ value: code, label: name }))]}
          defaultValue={search['region'] ?? ''}
        />
      )}
      <SelectField
        name="customer"
        label={t('price.customer')}
        data={[unknown, ...CUSTOMER_STATUSES.map((value) => ({ value, label: t(`price.customers.${value}`) }))]}
        defaultValue={search['customer'] ?? ''}
      />
      <TextField
        name="at"
        type="datetime-local"
        label={t('price.at')}
        description={t('price.atHint')}
        defaultValue={search['at'] ?? ''}
      />
      {hasDraft && (
        <SelectField
          name="rates"
          label={t('price.rates')}
          data={(['published', 'draft'] as const).map((value) => ({ value, label: t(`price.versions.${value}`) }))}
          defaultValue={search['rates'] ?? 'published'}
        />
      )}
    </>
  )
}
