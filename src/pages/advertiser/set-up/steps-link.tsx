import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'

/** Leads back to the steps of the set-up while the programme is a draft. */
export function StepsLink({ isDraft }: { isDraft: boolean }) {
  const t = useTexts('setup')
  if (!isDraft) return null
  return (
    <Button component={Link} to="/brand" variant="default">
      {t('home.back')}
    </Button>
  )
}
