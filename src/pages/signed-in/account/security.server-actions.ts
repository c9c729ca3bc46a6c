import { redirectDocument } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { readFields } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import {
  changePasswordCall,
  endAllSessionsCall,
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
} from '#domains/accounts/contract/security.ts'

import {
  beginTwoStepCall,
  confirmTwoStepCall,
  endTwoStepCall,
  getTwoStepCall,
  replaceRecoveryCodesCall,
  setSignInPolicyCall,
} from '#domains/accounts/contract/two-step.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of the panels about the own sign-in. */
export async function loadSecurity(context: Context) {
  const call = context.get(callContext)
  const { sessions } = await call(listSessionsCall)
  return { sessions, twoStep: await call(getTwoStepCall) }
}

/** The data of `loadSecurity`. */
export type Security = Awaited<ReturnType<typeof loadSecurity>>

/** The actions of the panels about the own sign-in, by intent. */
export function securityActions(context: Context, form: FormData) {
  const call = context.get(callContext)
  return {
    changePassword: async () => {
      const body = readFields(form) as Record<'password' | 'password1' | 'password2', string>
      await call(changePasswordCall, { body })
      // The sessions have ended. The specification names this address.
      throw redirectDocument('/#login', 303)
    },
    beginTwoStep: () => call(beginTwoStepCall),
    confirmTwoStep: () => call(confirmTwoStepCall, { body: { code: readText(form, 'code') } }),
    replaceRecoveryCodes: () => call(replaceRecoveryCodesCall),
    endTwoStep: () => call(endTwoStepCall, { body: readFields(form) as { password: string } }),
    setSignInPolicy: () => call(setSignInPolicyCall, { body: { is_required: readText(form, 'is_required') !== '' } }),
    endSession: () => call(endSessionCall, { params: { session_id: readText(form, 'session_id') } }),
    endOtherSessions: () => call(endOtherSessionsCall),
    endAllSessions: async () => {
      await call(endAllSessionsCall)
      throw redirectDocument('/', 303)
    },
  }
}
