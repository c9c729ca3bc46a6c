/* The endpoints of the visitors' forms without their schemas, so that the scripts of the public pages stay small. */

/** @see applyAsCreatorCall in calls */
export const applyAsCreator = {
  method: 'POST',
  path: '/creator/api/signup',
  access: 'public',
  encoding: 'json',
  summary: 'Apply as a creator. The answer does not tell whether the address is known.',
} as const

/** @see applyAsAdvertiserCall in calls */
export const applyAsAdvertiser = {
  method: 'POST',
  path: '/advertiser/api/signup',
  access: 'public',
  encoding: 'json',
  summary: 'Apply as a brand. The answer does not tell whether the address is known.',
} as const

const publishers = '/api/v1/account/publishers'

/** @see beginSignUpCall in calls */
export const beginSignUp = {
  method: 'POST',
  path: publishers,
  access: 'public',
  encoding: 'form',
  summary: 'Begin a publisher sign-up. The answer does not tell whether the address is known.',
} as const

/** @see fillProfileCall in calls */
export const fillProfile = {
  method: 'POST',
  path: `${publishers}/:publisher_id/profilepart1`,
  access: 'public',
  encoding: 'form',
  summary: 'Site and contact of a publisher sign-up; only for the browser that began it.',
} as const

/** @see finishSignUpCall in calls */
export const finishSignUp = {
  method: 'POST',
  path: `${publishers}/:publisher_id/profilepart2`,
  access: 'public',
  encoding: 'form',
  summary: 'The questionnaire that ends a publisher sign-up; only for the browser that began it.',
} as const
