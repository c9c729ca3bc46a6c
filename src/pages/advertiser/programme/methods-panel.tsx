import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { MethodFields } from '#domains/programmes/programs/web/program-fields.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

/**
 * Which of the 24 methods publishers may use. One button allows them all, to begin with. After the opening no method is
 * restricted here: the terms do that, with notice.
 */
export function MethodsPanel({ program, answer }: { program: ProgramView; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  const [isAllAllowed, setAllAllowed] = useState(false)
  const isOpened = program.status !== 'draft'
  return (
    <Panel
      title={t('program.methods.title')}
      text={isOpened ? t('brand.methodsText') : t('program.methods.text')}
      actions={
        <Button variant="default" size="sm" onClick={() => setAllAllowed(true)}>
          {t('brand.allowAll')}
        </Button>
      }
    >
      <TeamGate act="run_programme">
        <ActionForm intent="methods" result={answerTo(answer, 'methods')} success={t('brand.saved')}>
          <MethodFields program={program} isUnrestricting={isOpened} isAllAllowed={isAllAllowed} />
          <SubmitButton>{t('brand.save')}</SubmitButton>
        </ActionForm>
      </TeamGate>
    </Panel>
  )
}
