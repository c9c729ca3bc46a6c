import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'

/** Leads a publisher without a site to the account, where sites are added. */
export function NoSitesPanel() {
  const t = useTexts('tracking')
  return (
    <Panel>
      <EmptyState
        art="link"
        title={t('customLink.noSites.title')}
        text={t('customLink.noSites.text')}
        action={
          <Button component={Link} to="/account#sites">
            {t('customLink.noSites.action')}
          </Button>
        }
      />
    </Panel>
  )
}
