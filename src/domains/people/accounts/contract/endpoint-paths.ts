/* The endpoints of the login without their schemas, so that the scripts of the public pages stay small. */

/** @see loginCall in sign-in */
export const login = {
  method: 'POST',
  path: '/account/api/login',
  access: 'public',
  encoding: 'json',
  summary: 'Log in. `is_register` is true only when the password is right and the account is under review.',
} as const

/** @see loginCodeCall in two-step */
export const loginCode = {
  method: 'POST',
  path: '/account/api/login/code',
  access: 'public',
  encoding: 'json',
  summary: 'Finish a login that answered `needs_code`. `needs_code` is false when the login must begin again.',
} as const
