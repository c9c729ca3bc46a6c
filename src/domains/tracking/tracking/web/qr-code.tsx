import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { encode } from 'uqr'
import { useTexts } from '#platform/web/texts.tsx'

/** A QR code, always dark on white so that every camera reads it, with a button that downloads it. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const t = useTexts('tracking')
  const code = drawQrCode(text)
  if (code === undefined) return <p>{t('customLink.qr.tooLong')}</p>
  const image = `data:image/svg+xml,${encodeURIComponent(code)}`
  return (
    <Stack align="center">
      <img src={image} width={256} height={256} alt={t('customLink.qr.label')} />
      <Text c="dimmed" ta="center">
        {t('customLink.qr.text')}
      </Text>
      <Button
        component="a"
        href={image}
        download={`qr-${name.replace(':', '-')}.svg`}
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t('customLink.qr.download')}
      </Button>
    </Stack>
  )
}

/** The width of the white border that readers need, in modules (ISO/IEC 18004). */
const BORDER = 4

/** Draws a QR code as SVG; undefined when the text is longer than a QR code can hold. */
function drawQrCode(text: string): string | undefined {
  try {
    const { data, size } = encode(text, { border: BORDER, boostEcc: true })
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    const paper = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
    const code = `<path d="${modules.join('')}" shape-rendering="crispEdges"/>`
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${paper}${code}</svg>`
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
