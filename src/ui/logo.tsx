/** The logo: two riders, whose round bodies overlap. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="10.6" cy="5.6" r="3.3" fill="var(--advertiser-mark, var(--brand))" />
      <circle cx="21.4" cy="5.6" r="3.3" fill="var(--accent-mark, var(--art-ember))" />
      <circle cx="21.4" cy="19.8" r="7.6" stroke="var(--accent-mark, var(--art-ember))" strokeWidth="4" />
      <circle cx="10.6" cy="19.8" r="7.6" stroke="var(--advertiser-mark, var(--brand))" strokeWidth="4" />
      <path d="M16 14.45a7.6 7.6 0 0 1 0 10.7" stroke="var(--accent-mark, var(--art-ember))" strokeWidth="4" />
    </svg>
  )
}

/** The mark with the network's name beside it. */
export function Logo({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: '0.55rem', whiteSpace: 'nowrap', lineHeight: 1 }}>
      <LogoMark size={size} />
      <span
        style={{ fontFamily: 'var(--font-display)', fontWeight: 700, fontSize: size * 0.8, letterSpacing: '-0.035em' }}
      >
        {name}
      </span>
    </span>
  )
}
