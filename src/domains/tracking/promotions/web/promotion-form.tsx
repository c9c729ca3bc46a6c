import { Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ManagedPromotion, testLinkCall } from '../contract/managed.ts'
import { PROMOTION_KINDS, TEST_FIELD } from '../rules.ts'
import type { PromotionKind } from '../rules.ts'
import { useCategoryOptions } from './promotion-filters.tsx'

interface PromotionFormProps {
  /** The promotion to change; none to create one. */
  promotion?: ManagedPromotion | undefined
  answer: IntentAnswer | undefined
}

/** The test of the address that the form asked for instead of saving it. */
function readTest(result: IntentAnswer | undefined) {
  return result?.ok ? (result.reply as Partial<ReplyOf<typeof testLinkCall>>).data : undefined
}

/** Creates or changes a promotion. */
export function PromotionForm({ promotion, answer }: PromotionFormProps) {
  const t = useTexts('promotions')
  const result = answerTo(answer, 'save')
  const test = readTest(result)
  return (
    <Panel title={t('form.facts')}>
      <ActionForm intent="save" result={result} {...(test ? {} : { success: t('manage.saved') })}>
        <KindFields promotion={promotion} />
        <TextField name="title" label={t('form.title')} defaultValue={promotion?.title} maxLength={200} required />
        <TextAreaField
          name="description"
          label={t('form.description')}
          defaultValue={promotion?.description}
          maxLength={2000}
        />
        <TextField
          name="url"
          label={t('form.url')}
          description={t('form.urlHint')}
          defaultValue={promotion?.url}
          inputMode="url"
          placeholder="https://"
          required
        />
        <TextField
          name="commission"
          label={t('form.commission')}
          description={t('form.commissionHint')}
          defaultValue={promotion?.commission}
          maxLength={200}
        />
        <DayFields promotion={promotion} />
        {test && <LinkTestResult test={test} />}
        <Group gap="xs">
          <SubmitButton>{promotion ? t('form.save') : t('form.create')}</SubmitButton>
          <Button type="submit" name={TEST_FIELD} value="1" variant="default" size="md">
            {t('link.test')}
          </Button>
        </Group>
      </ActionForm>
    </Panel>
  )
}

/** Type, category and, for a coupon, its code. */
function KindFields({ promotion }: Pick<PromotionFormProps, 'promotion'>) {
  const t = useTexts('promotions')
  const [kind, setKind] = useState<PromotionKind>(promotion?.type ?? 'coupon')
  return (
    <FieldGrid>
      <SelectField
        name="type"
        label={t('form.type')}
        data={PROMOTION_KINDS.map((value) => ({ value, label: t(`type.${value}`) }))}
        defaultValue={kind}
        onChange={(value) => setKind((value ?? 'coupon') as PromotionKind)}
      />
      <SelectField
        name="category"
        label={t('form.category')}
        data={useCategoryOptions()}
        defaultValue={promotion?.category ?? null}
        searchable
        required
      />
      {kind === 'coupon' && (
        <TextField
          name="code"
          label={t('form.code')}
          description={t('form.codeHint')}
          defaultValue={promotion?.coupon ?? ''}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          required
        />
      )}
    </FieldGrid>
  )
}

function DayFields({ promotion }: Pick<PromotionFormProps, 'promotion'>) {
  const t = useTexts('promotions')
  return (
    <FieldGrid>
      <TextField
        name="start"
        type="date"
        label={t('form.start')}
        description={t('form.startHint')}
        defaultValue={promotion?.start}
      />
      <TextField
        name="end"
        type="date"
        label={t('form.end')}
        description={t('form.endHint')}
        defaultValue={promotion?.end ?? ''}
      />
    </FieldGrid>
  )
}

/** The way of a test click from the address of a promotion, and whether a visitor arrives with it. */
function LinkTestResult({ test }: { test: ReplyOf<typeof testLinkCall>['data'] }) {
  const t = useTexts('promotions')
  const { fault, hops, lost_at: lostAt } = test
  const ms = hops.reduce((sum, hop) => sum + hop.ms, 0)
  return (
    <div aria-live="polite">
      <FormMessage tone={fault === null ? 'good' : 'bad'}>
        {fault === null
          ? t('link.arrived', { count: hops.length, ms })
          : t(`link.fault.${fault}`, { hop: (lostAt ?? 0) + 1 })}
      </FormMessage>
      <List type="ordered" mt="xs" fz="0.9rem" style={{ overflowWrap: 'anywhere' }}>
        {hops.map(({ url, status, has_click: hasClick }, index) => (
          <List.Item key={index}>
            {url}{' '}
            <Text span inherit c="dimmed">
              {status === 0 ? '–' : status} · {t(hasClick ? 'link.kept' : 'link.lost')}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
