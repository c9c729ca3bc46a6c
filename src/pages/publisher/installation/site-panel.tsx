import { Alert, NativeSelect, Stack } from '@mantine/core'
import { Form, useSubmit } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'
import type { SiteView } from '#domains/people/publishers/contract.ts'

interface SitePanelProps {
  sites: readonly SiteView[]
  /** The chosen one. */
  site: SiteView
  title: string
  /** Search parameters that stay when another site is chosen. */
  kept: Record<string, string>
}

/** The choice of the site, which stands in the address. */
export function SitePanel({ sites, site, title, kept }: SitePanelProps) {
  const t = useTexts('tracking')
  const submit = useSubmit()
  return (
    <Panel title={title}>
      <Form method="get" preventScrollReset>
        <Stack>
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <NativeSelect
            key={site.key}
            name="site"
            label={t('installation.site')}
            defaultValue={site.key}
            data={sites.map(({ key, name, domain }) => ({ value: key, label: `${name} · ${domain}` }))}
            onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          />
          {!site.is_active && <Alert color="warn">{t('installation.off')}</Alert>}
        </Stack>
      </Form>
    </Panel>
  )
}
