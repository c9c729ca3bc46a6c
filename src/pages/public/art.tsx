interface ArtProps {
  /** A file in `public/art`. */
  sheet: 'brands' | 'people' | 'scenes' | 'tools'
  /** The id of the drawing in the file. */
  name: string
  /** Width and height, so that the space is reserved before the file loads. */
  size: readonly [number, number]
  className?: string | undefined
}

/**
 * A drawing from an SVG sheet. The sheet is a separate file, so that pages stay small. The drawing's colours follow the
 * colour scheme of the page.
 */
export function Art({ sheet, name, size: [width, height], className }: ArtProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <use href={`/art/${sheet}.svg#${name}`} />
    </svg>
  )
}
