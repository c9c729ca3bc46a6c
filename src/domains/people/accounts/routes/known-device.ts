import type { RequestCtx } from '#platform/server/http/route.ts'
import { createDeviceToken, isKnownDevice } from '../commands/known-devices.ts'
import type { DeviceOwner } from '../commands/known-devices.ts'
import { DEVICE_MS } from '../rules.ts'

const DEVICE_COOKIE = 'device'

/** Returns the cookie of a browser in which an account has logged in before. */
export function readDeviceToken(ctx: RequestCtx): string | undefined {
  return ctx.cookie(DEVICE_COOKIE).token
}

/** Makes the browser known to the account that has just logged in. A known browser keeps its token for longer. */
export function rememberDevice(ctx: RequestCtx, owner: DeviceOwner): void {
  const cookie = ctx.cookie(DEVICE_COOKIE)
  const token = isKnownDevice(owner, cookie.token) ? cookie.token : createDeviceToken(owner)
  cookie.set(token, new Date(ctx.now.getTime() + DEVICE_MS))
}
