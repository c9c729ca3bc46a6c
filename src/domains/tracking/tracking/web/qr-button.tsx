import { Center, Loader } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

interface QrButtonProps {
  /** The text of the code: a short link. */
  text: string
  /** The host to which the link leads. */
  host: string
  size?: 'xs' | 'sm'
}

/** A button that shows a link as a QR code. The code that draws it is loaded on first use. */
export function QrButton({ text, host, size = 'sm' }: QrButtonProps) {
  const t = useTexts('tracking')
  const title = t('customLink.qr.title', { host })
  const look = { size, leftSection: <IconQrcode size={16} aria-hidden /> }
  return (
    <DialogButton label={t('customLink.qr.open')} title={title} look={look}>
      <Suspense
        fallback={
          <Center mih={256}>
            <Loader />
          </Center>
        }
      >
        <QrCode text={text} name={host} />
      </Suspense>
    </DialogButton>
  )
}
