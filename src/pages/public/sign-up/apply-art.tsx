/** A drawing of a phone with a recommendation, its link and its commission. */
export function ChannelArt() {
  return (
    <svg viewBox="0 0 480 400" fill="none" aria-hidden>
      <circle cx="260" cy="200" r="176" fill="var(--art-peach)" opacity="0.55" />
      <rect x="150" y="30" width="190" height="340" rx="30" fill="var(--art-pine)" />
      <rect x="161" y="41" width="168" height="318" rx="21" fill="var(--surface)" />
      <rect x="214" y="50" width="62" height="9" rx="4.5" fill="var(--art-pine)" />
      <rect x="175" y="74" width="140" height="134" rx="14" fill="var(--art-mint)" />
      <path d="M232 117v48l40-24z" fill="var(--surface)" />
      <circle cx="190" cy="230" r="13" fill="var(--art-ember)" />
      <rect x="211" y="222" width="82" height="7" rx="3.5" fill="var(--line-strong)" />
      <rect x="211" y="235" width="56" height="7" rx="3.5" fill="var(--line)" />
      <rect x="175" y="260" width="140" height="36" rx="18" fill="var(--art-ember)" />
      <path
        d="m236 282-5 5a9 9 0 0 1-12-12l6-6m14 9 5-5a9 9 0 0 0-12-12l-6 6m-2 12 12-12"
        transform="translate(14 2)"
        stroke="var(--surface)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <rect x="175" y="312" width="140" height="7" rx="3.5" fill="var(--line)" />
      <rect x="175" y="326" width="90" height="7" rx="3.5" fill="var(--line)" />
      <g>
        <rect x="322" y="96" width="132" height="92" rx="18" fill="var(--surface)" stroke="var(--line)" />
        <path
          d="M342 164v-22m22 22v-38m22 38v-28m22 28v-50m22 50V116"
          stroke="var(--art-pine)"
          strokeWidth="9"
          strokeLinecap="round"
        />
      </g>
      <g>
        <circle cx="110" cy="150" r="42" fill="var(--art-sun)" />
        <path
          d="M110 128v44m12-34c-4-5-24-6-24 4 0 11 25 6 25 17 0 10-21 9-26 3"
          stroke="var(--art-pine)"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </g>
      <path d="M96 282c-9-15-31-9-31 8 0 15 18 25 31 37 13-12 31-22 31-37 0-17-22-23-31-8Z" fill="var(--art-ember)" />
      <path
        d="M340 262c34 4 46 20 46 52"
        stroke="var(--art-pine)"
        strokeWidth="4"
        strokeDasharray="2 11"
        strokeLinecap="round"
      />
      <circle cx="386" cy="332" r="18" fill="var(--art-mint)" />
      <path
        d="m378 332 6 6 11-12"
        stroke="var(--art-pine)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A drawing of a shop with several paths to it. */
export function StorefrontArt() {
  return (
    <svg viewBox="0 0 480 400" fill="none" aria-hidden>
      <circle cx="240" cy="210" r="172" fill="var(--art-mint)" opacity="0.55" />
      <rect
        x="132"
        y="160"
        width="216"
        height="176"
        rx="12"
        fill="var(--surface)"
        stroke="var(--art-pine)"
        strokeWidth="6"
      />
      <path
        d="M120 108h240l18 56a30 30 0 0 1-58 0 30 30 0 0 1-53 0 30 30 0 0 1-54 0 30 30 0 0 1-53 0 30 30 0 0 1-58 0z"
        fill="var(--art-ember)"
      />
      <path d="M168 108h48l-3 56a30 30 0 0 1-53 0zm96 0h48l8 56a30 30 0 0 1-53 0z" fill="var(--art-peach)" />
      <rect x="256" y="222" width="62" height="114" rx="8" fill="var(--art-pine)" />
      <circle cx="304" cy="282" r="5" fill="var(--art-sun)" />
      <rect x="158" y="222" width="76" height="62" rx="8" fill="var(--art-sun)" />
      <path d="M178 268v-16m18 16v-28m18 28v-20" stroke="var(--art-pine)" strokeWidth="8" strokeLinecap="round" />
      <path d="M80 336h320" stroke="var(--art-pine)" strokeWidth="6" strokeLinecap="round" />
      <g stroke="var(--art-pine)" strokeWidth="4" strokeDasharray="2 11" strokeLinecap="round">
        <path d="M82 92c10 40 24 58 52 72M398 92c-10 40-22 56-46 70" />
        <path d="M62 236c20 22 38 34 64 40M418 236c-20 22-38 34-64 40" />
      </g>
      <g>
        <circle cx="76" cy="70" r="30" fill="var(--art-ember)" />
        <path d="M67 57v26l22-13z" fill="var(--surface)" />
        <circle cx="404" cy="70" r="30" fill="var(--art-pine)" />
        <rect x="390" y="56" width="28" height="28" rx="8" stroke="var(--surface)" strokeWidth="4" />
        <circle cx="404" cy="70" r="6" stroke="var(--surface)" strokeWidth="4" />
        <circle cx="50" cy="212" r="26" fill="var(--art-sun)" />
        <path d="M40 204h20m-20 9h20m-20 9h12" stroke="var(--art-pine)" strokeWidth="4" strokeLinecap="round" />
        <circle cx="430" cy="212" r="26" fill="var(--art-peach)" />
        <path
          d="m424 218-3 3a7 7 0 0 1-10-10l5-5m18 2 3-3a7 7 0 0 1 10 10l-5 5m-19 3 13-13"
          transform="translate(1 -2)"
          stroke="var(--art-pine)"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}

/** A drawing of an envelope. */
export function MailArt() {
  return (
    <svg width="132" height="104" viewBox="0 0 132 104" fill="none" aria-hidden>
      <circle cx="66" cy="54" r="48" fill="var(--art-mint)" opacity="0.6" />
      <rect
        x="20"
        y="26"
        width="92"
        height="62"
        rx="10"
        fill="var(--surface)"
        stroke="var(--art-pine)"
        strokeWidth="5"
      />
      <path d="m24 34 42 32 42-32" stroke="var(--art-pine)" strokeWidth="5" strokeLinejoin="round" />
      <circle cx="108" cy="26" r="18" fill="var(--art-ember)" />
      <path
        d="m100 26 6 6 11-12"
        stroke="var(--surface)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
