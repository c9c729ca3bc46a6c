import { useState } from 'react'
import { CHANGED_DOCUMENTS } from '#domains/people/legal/rules.ts'
import type { ChangedDocument } from '#domains/people/legal/rules.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { SelectField } from '#ui/select-field.tsx'

interface AnnounceFormProps {
  present: readonly { document: ChangedDocument; en: string; zh: string }[]
  earliestDay: string
  result: ActionResult
}

/** The form that announces a change of a text. It begins with the present text. */
export function AnnounceForm({ present, earliestDay, result }: AnnounceFormProps) {
  const t = useTexts('legal-changes')
  const [document, setDocument] = useState<ChangedDocument>('conditions')
  const text = present.find((each) => each.document === document)
  const documents = CHANGED_DOCUMENTS.map((value) => ({ value, label: t(`document.${value}`) }))
  return (
    <ActionForm intent="announce" result={result}>
      <FieldGrid>
        <SelectField
          name="document"
          label={t('operator.document')}
          data={documents}
          defaultValue={document}
          allowDeselect={false}
          onChange={(value) => setDocument(value === 'terms' ? 'terms' : 'conditions')}
        />
        <TextField
          type="date"
          name="holds_from"
          label={t('operator.holdsFrom')}
          description={t('operator.holdsFromHint')}
          min={earliestDay}
          defaultValue={earliestDay}
          required
        />
        <TextAreaField
          name="summary_en"
          label={t('operator.summaryEn')}
          description={t('operator.summaryHint')}
          maxLength={2000}
          required
        />
        <TextAreaField
          name="summary_zh"
          label={t('operator.summaryZh')}
          description={t('operator.summaryHint')}
          maxLength={2000}
          required
        />
      </FieldGrid>
      <TextAreaField
        key={`en-${document}`}
        name="text_en"
        label={t('operator.textEn')}
        defaultValue={text?.en}
        maxLength={20_000}
        required
      />
      <TextAreaField
        key={`zh-${document}`}
        name="text_zh"
        label={t('operator.textZh')}
        defaultValue={text?.zh}
        maxLength={20_000}
        required
      />
      <SubmitButton>{t('operator.submit')}</SubmitButton>
    </ActionForm>
  )
}
