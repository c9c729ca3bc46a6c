import Bowser from 'bowser'

/** Returns whether the user agent is a phone. Only for the server; pages use `useSession().isPhone`. */
export function isPhone(userAgent: string | undefined): boolean {
  return userAgent ? Bowser.parse(userAgent).platform.type === 'mobile' : false
}
