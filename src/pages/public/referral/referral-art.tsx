const RIDERS = [
  { x: 0, shirt: '#ff7d58', trousers: '#14231e', skin: '#ffd2c2', hair: '#14231e' },
  { x: 96, shirt: '#fbd68a', trousers: '#0b3b30', skin: '#b9805c', hair: '#3b1d10' },
  { x: 192, shirt: '#86d0b6', trousers: '#14231e', skin: '#e3a982', hair: '#8f2e14' },
] as const

/** A drawing of a bicycle with three riders. */
export function ReferralArt({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="10 10 620 460" fill="none" aria-hidden>
      <rect x="10" y="10" width="620" height="460" rx="40" fill="var(--art-mint)" opacity=".55" />
      <circle cx="510" cy="120" r="66" fill="var(--art-sun)" />
      <path
        d="M10 300c80-10 120-60 210-50s130 40 210 14 130-70 200-60v226a40 40 0 0 1-40 40H50a40 40 0 0 1-40-40z"
        fill="var(--art-pine)"
      />
      <path
        d="M10 380c90 10 150-30 240-20s160 24 240 4 100-24 140-22v88a40 40 0 0 1-40 40H50a40 40 0 0 1-40-40z"
        fill="var(--deep)"
      />
      <g stroke="#fbfaf7" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="132" cy="356" r="58" />
        <circle cx="500" cy="356" r="58" />
        <path d="M132 356 184 268h284l32 88M184 268l36 88h196l24-88M220 356h-88M280 268l36 88M376 268l36 88" />
        <path d="M468 268l-10-32h30" />
      </g>
      {RIDERS.map((rider) => (
        <Rider key={rider.x} {...rider} />
      ))}
    </svg>
  )
}

function Rider({ x, shirt, trousers, skin, hair }: (typeof RIDERS)[number]) {
  const line = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return (
    <g transform={`translate(${x} -14)`}>
      <path d="M160 254h40" stroke="#14231e" strokeWidth="11" {...line} />
      <path d="M182 236c2-34 14-56 32-72" stroke={shirt} strokeWidth="34" {...line} />
      <path d="M216 168l28 46 26 22" stroke={shirt} strokeWidth="16" {...line} />
      <path d="M186 242l46 34-12 84" stroke={trousers} strokeWidth="22" {...line} />
      <circle cx="228" cy="124" r="26" fill={skin} />
      <path d="M202 120c0-20 14-30 28-30 16 0 26 8 26 20-18-6-30 2-36 16-6-4-12 0-10 8-6-2-8-8-8-14z" fill={hair} />
    </g>
  )
}
