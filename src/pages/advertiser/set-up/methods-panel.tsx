import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { methodField } from '#domains/programmes/programs/web/program-input.ts'
import { METHOD_POLICIES, PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'

/** Which of the 24 methods publishers may use. One button allows them all, to begin with. */
export function MethodsPanel({ program, answer }: { program: ProgramView; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  const [isAllAllowed, setAllAllowed] = useState(false)
  const policies = new Map(program.methods.map(({ method, stance }) => [method, stance]))
  return (
    <Panel
      title={t('terms.methods')}
      text={t('terms.methodsText')}
      actions={
        <Button variant="default" size="sm" onClick={() => setAllAllowed(true)}>
          {t('terms.allowAll')}
        </Button>
      }
    >
      <ActionForm intent="methods" result={answerTo(answer, 'methods')} success={t('terms.saved')}>
        <FieldGrid key={String(isAllAllowed)}>
          {PROMOTION_METHODS.map((method) => (
            <MethodField key={method} method={method} policy={isAllAllowed ? 'allowed' : policies.get(method)} />
          ))}
        </FieldGrid>
        <SubmitButton>{t('terms.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

interface MethodFieldProps {
  method: (typeof PROMOTION_METHODS)[number]
  policy: (typeof METHOD_POLICIES)[number] | undefined
}

function MethodField({ method, policy }: MethodFieldProps) {
  const t = useTexts('programs')
  const options = [
    { value: '', label: t('stance.none') },
    ...METHOD_POLICIES.map((value) => ({ value, label: t(`stance.${value}`) })),
  ]
  return <NativeSelect size="sm" name={methodField(method)} label={method} data={options} defaultValue={policy ?? ''} />
}
