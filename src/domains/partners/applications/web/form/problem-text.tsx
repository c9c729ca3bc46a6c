import { useTexts } from '#platform/web/texts.tsx'
import type { SendProblem } from './submit-form.ts'

/** The message for a form that could not be sent. */
export function ProblemText({ problem }: { problem: SendProblem }) {
  const t = useTexts('sign-up')
  const errorText = useTexts('errors')
  return problem === 'check' ? errorText('check_fields') : t(`problem.${problem}`)
}
