import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './error-panel.module.css'

/** Says what did not work and offers to try again; without `onRetry` the page is loaded again. */
export function ErrorPanel(props: { title?: string; message: string; onRetry?: () => void }) {
  const t = useTexts('ui')
  return (
    <div className={styles.panel} role="alert">
      <div>
        <p className={styles.title}>{props.title ?? t('failedTitle')}</p>
        <p>{props.message}</p>
      </div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={props.onRetry ?? (() => location.reload())}
      >
        {t('retry')}
      </Button>
    </div>
  )
}
