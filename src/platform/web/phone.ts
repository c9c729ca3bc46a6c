import Bowser from 'bowser'

/** Returns whether the user agent is a phone. Only for loaders; pages use `useSession().isPhone`. */
export function isPhone(userAgent: string | null): boolean {
  return userAgent ? Bowser.parse(userAgent).platform.type === 'mobile' : false
}
