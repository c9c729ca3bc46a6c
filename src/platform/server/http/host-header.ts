/** The last valid host. Almost all requests of a network name the same. */
let known = ''

/** Returns whether the value of a Host header is a host with an optional port (RFC 9110, 7.2). */
export function isHost(text: string): boolean {
  if (text === known) return true
  if (!/^[\w.\-:[\]]+$/.test(text) || !URL.canParse(`http://${text}/`)) return false
  known = text
  return true
}
