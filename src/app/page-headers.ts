/** The scripts and styles that a page trusts besides files of its own origin, as sources of its policy. */
export interface TrustedSources {
  scripts: readonly string[]
  styles: readonly string[]
}

/** The trust of a page in the scripts and styles that bear its nonce. */
export function trustNonce(nonce: string): TrustedSources {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] }
}

/**
 * Builds the response headers of every page. Without `trusted` (in development) there is no content security policy,
 * because the client of Vite injects scripts and styles.
 */
export function pageHeaders(trusted: TrustedSources | undefined): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    Vary: 'accept-encoding, Accept-Language, Cookie, Sec-GPC, User-Agent',
    ...(trusted === undefined ? {} : { 'Content-Security-Policy': contentPolicy(trusted) }),
  }
}

function contentPolicy({ scripts, styles }: TrustedSources): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // Mantine sets custom properties in style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
