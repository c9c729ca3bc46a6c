import { MultiSelect, NativeSelect, Stack, Text } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { escapeHtml } from '#kernel/html.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { useCategoryOptions } from './promotion-filters.tsx'

interface WidgetButtonProps {
  sites: readonly { key: string; name: string }[]
}

/** Opens a dialog that makes the frame of a site's promotion widget and shows it. */
export function WidgetButton({ sites }: WidgetButtonProps) {
  const t = useTexts('promotions')
  if (sites.length === 0) return null
  return (
    <DialogButton label={t('widget.open')} look={{ leftSection: <IconLayoutGrid size={18} aria-hidden /> }} size="xl">
      <WidgetForm sites={sites} />
    </DialogButton>
  )
}

function WidgetForm({ sites }: WidgetButtonProps) {
  const t = useTexts('promotions')
  const { publicUrl } = useSession()
  const [key, setKey] = useState(sites[0]?.key ?? '')
  const [categories, setCategories] = useState<string[]>([])
  const query = new URLSearchParams(categories.map((category) => ['category', category])).toString()
  const path = `/widget/${key}${query === '' ? '' : `?${query}`}`
  const address = escapeHtml(`${publicUrl}${path}`)
  const code = `<iframe src="${address}" title="${t('title')}" width="100%" height="420" style="border:0"></iframe>`
  return (
    <Stack>
      <Text c="dimmed">{t('widget.text')}</Text>
      <NativeSelect
        label={t('filter.site')}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        data={sites.map((site) => ({ value: site.key, label: site.name }))}
      />
      <MultiSelect
        label={t('filter.category')}
        placeholder={categories.length === 0 ? t('filter.all') : ''}
        data={useCategoryOptions()}
        value={categories}
        onChange={setCategories}
        searchable
        clearable
      />
      <CopyField label={t('widget.code')} value={code} />
      <iframe src={path} title={t('widget.preview')} sandbox="" width="100%" height="320" style={{ border: 0 }} />
    </Stack>
  )
}
