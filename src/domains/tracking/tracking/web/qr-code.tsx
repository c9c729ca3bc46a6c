import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { encode } from 'uqr'
import { useTexts } from '#platform/web/texts.tsx'

/** A QR code, always dark on white so that every camera reads it, with buttons that download it for print and web. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const t = useTexts('tracking')
  const code = encodeQr(text)
  if (code === undefined) return <p>{t('customLink.qr.tooLong')}</p>
  const image = drawSvg(code)
  const fileName = `qr-${name.replaceAll(/[^a-z0-9.-]/g, '-')}`
  return (
    <Stack align="center">
      <img src={image} width={256} height={256} alt={t('customLink.qr.label')} />
      <Text c="dimmed" ta="center">
        {t('customLink.qr.text')}
      </Text>
      <Group gap="xs" justify="center">
        <Download href={image} fileName={`${fileName}.svg`} label={t('customLink.qr.download')} />
        <Download href={drawPng(code)} fileName={`${fileName}.png`} label={t('customLink.qr.downloadPng')} />
      </Group>
    </Stack>
  )
}

function Download({ href, fileName, label }: { href: string; fileName: string; label: string }) {
  return (
    <Button
      component="a"
      href={href}
      download={fileName}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}

/** The width of the white border that readers need, in modules (ISO/IEC 18004). */
const BORDER = 4

/** A drawn PNG image has at least this many pixels on each side. */
const MIN_PNG_PIXELS = 1024

type Code = ReturnType<typeof encode>

/** Encodes a text; undefined when it is longer than a QR code can hold. */
function encodeQr(text: string): Code | undefined {
  try {
    return encode(text, { border: BORDER, boostEcc: true })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The dark modules, each as its column and row. */
function listDark({ data }: Code): [number, number][] {
  return data.flatMap((row, y) => row.flatMap((isDark, x): [number, number][] => (isDark ? [[x, y]] : [])))
}

function drawSvg(code: Code): string {
  const { size } = code
  const path = listDark(code).map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  const paper = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`
  const modules = `<path d="${path.join('')}" shape-rendering="crispEdges"/>`
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${paper}${modules}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(image)}`
}

/** Draws whole pixels for each module, so that no edge is blurred. */
function drawPng(code: Code): string {
  const scale = Math.ceil(MIN_PNG_PIXELS / code.size)
  const canvas = document.createElement('canvas')
  canvas.width = code.size * scale
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (context === null) return ''
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [x, y] of listDark(code)) context.fillRect(x * scale, y * scale, scale, scale)
  return canvas.toDataURL('image/png')
}
