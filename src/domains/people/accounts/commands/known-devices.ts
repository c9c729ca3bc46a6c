import { createHmac } from 'node:crypto'
import { createToken, isSameSecret } from '#platform/server/secrets/opaque-token.ts'

/** An account, as its login names it, and the key of the network. */
export interface DeviceOwner {
  /** In lower case. */
  email: string
  addressKey: Buffer
}

/**
 * Makes the cookie of a browser in which an account has logged in. Failures of strangers do not make such a browser
 * wait. The cookie proves nothing else: the password is still checked.
 */
export function createDeviceToken(owner: DeviceOwner): string {
  const id = createToken()
  return `${id}.${sign(owner, id)}`
}

/** Returns whether the account has logged in with this cookie before. */
export function isKnownDevice(owner: DeviceOwner, token: string | undefined): token is string {
  const [id = '', signature = ''] = token?.split('.') ?? []
  return isSameSecret(signature, sign(owner, id))
}

function sign({ email, addressKey }: DeviceOwner, id: string): string {
  return createHmac('sha256', addressKey).update(`device\n${email}\n${id}`).digest('base64url')
}
