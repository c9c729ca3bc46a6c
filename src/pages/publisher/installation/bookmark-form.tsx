import { Button, Stack } from '@mantine/core'
import { Form } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'

/** Leads to `/custom_link` with the address of a page. */
export function BookmarkForm({ siteKey, url }: { siteKey: string; url: string }) {
  const t = useTexts('tracking')
  return (
    <Panel title={t('installation.create')} text={t('installation.createText')}>
      <Form method="get" action="/custom_link">
        <Stack align="start">
          <HiddenField name="key" value={siteKey} />
          <TextField
            key={url}
            name="url"
            inputMode="url"
            label={t('customLink.url')}
            placeholder="https://"
            defaultValue={url}
            w="100%"
            required
          />
          <Button type="submit">{t('installation.continue')}</Button>
        </Stack>
      </Form>
    </Panel>
  )
}
