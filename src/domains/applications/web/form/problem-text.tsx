import { useTexts } from '#platform/web/texts.tsx'
import type { SendProblem } from './submit-form.ts'

/** What a person is told when sending the form did not work out. */
export function ProblemText({ problem }: { problem: SendProblem }) {
  const t = useTexts('sign-up')
  const errorText = useTexts('errors')
  return problem === 'check' ? errorText('check_fields') : t(`problem.${problem}`)
}
