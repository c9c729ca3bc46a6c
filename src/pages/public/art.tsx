interface ArtProps {
  /** A file in `public/art`. */
  sheet: 'brands' | 'people' | 'scenes' | 'tools'
  /** The id of the drawing in it. */
  name: string
  /** Its width and height, so that its place is known before it arrives. */
  size: readonly [number, number]
  className?: string | undefined
}

/**
 * One of our drawings. It is taken from a sheet instead of being part of the page, so that pages stay light; colours
 * named in it follow the page's scheme.
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
