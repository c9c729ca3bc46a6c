import { Button, Group } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { countFilters } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './filter-fold.module.css'

/** The filters of a list side by side; on a phone they fold behind one button. Without a script they are shown. */
export function FilterFold({ children }: { children: ReactNode }) {
  const t = useTexts('ui')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(useSearchParams()[0])
  return (
    <>
      <Button
        className={styles.button ?? ''}
        variant="default"
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters')}
        {count > 0 && ` (${count})`}
      </Button>
      <Group id={id} className={styles.filters ?? ''} data-open={isOpen || undefined} gap="xs" align="end">
        {children}
      </Group>
    </>
  )
}
