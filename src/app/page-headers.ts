/**
 * Headers of every page. With a nonce they hold the content policy; without one (development) there is no policy,
 * because the reload client injects scripts and styles of its own.
 */
export function pageHeaders(nonce: string | undefined): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Accept-Language',
    ...(nonce === undefined ? {} : { 'Content-Security-Policy': contentPolicy(nonce) }),
  }
}

function contentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // The kit sets custom properties in style attributes.
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
