import { useSearchParams } from 'react-router'
import { PasswordPanel } from '#domains/people/accounts/web/security/password-panel.tsx'
import { PreferencesPanel } from '#domains/people/accounts/web/security/preferences-panel.tsx'
import { SessionsPanel } from '#domains/people/accounts/web/security/sessions-panel.tsx'
import { OwnChangesPanel } from '#domains/people/legal/web/own-changes-panel.tsx'
import { OwnDataPanel } from '#domains/desk/privacy/web/own-data-panel.tsx'
import { answerTo } from '#platform/web/intents.ts'
import { TwoStepPanel } from '#domains/people/accounts/web/security/two-step-panel.tsx'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import type { Security } from './security.server-actions.ts'

interface SecurityPanelsProps {
  security: Security
  answer: IntentAnswer | undefined
}

/**
 * What an account of any role changes about its own sign-in. The page provides the texts of `security`, `privacy` and
 * `terms`.
 */
export function SecurityPanels({ security, answer }: SecurityPanelsProps) {
  const t = useTexts('security')
  const { actor } = useSession()
  const [search] = useSearchParams()
  const { is_on: isOn, is_required_for_operators: isRequired } = security.twoStep
  return (
    <>
      {actor?.role === 'operator' && isRequired && !isOn && (
        <FormMessage tone="bad">{t('twoStep.setUpFirst')}</FormMessage>
      )}
      {answerTo(answer, 'endSession')?.ok && <FormMessage tone="good">{t('sessions.ended')}</FormMessage>}
      {answerTo(answer, 'endOtherSessions')?.ok && <FormMessage tone="good">{t('sessions.othersEnded')}</FormMessage>}
      <PreferencesPanel
        preferences={security.preferences}
        role={actor?.role ?? 'publisher'}
        isSaved={search.get('preferences') === 'saved'}
        answer={answer}
      />
      <PasswordPanel answer={answer} />
      <TwoStepPanel twoStep={security.twoStep} answer={answer} />
      <SessionsPanel sessions={security.sessions} answer={answer} />
      {security.changes && <OwnChangesPanel changes={security.changes} answer={answer} />}
      <OwnDataPanel answer={answer} />
    </>
  )
}
