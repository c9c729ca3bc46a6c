import Bowser from 'bowser'

/** Whether a phone asks, by its user agent. Only for loaders: pages know it from `useSession().isPhone`. */
export function isPhone(userAgent: string | null): boolean {
  return userAgent ? Bowser.parse(userAgent).platform.type === 'mobile' : false
}
