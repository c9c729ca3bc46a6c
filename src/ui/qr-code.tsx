import { encode } from 'uqr'

/** A QR code with a white border, so that cameras read it in the dark scheme too. */
export function QrCode({ value, label, size = 192 }: { value: string; label: string; size?: number }) {
  const { data, size: modules } = encode(value, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        shapeRendering="crispEdges"
        style={{ display: 'block' }}
        aria-hidden
      >
        <rect width={modules} height={modules} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  )
}
