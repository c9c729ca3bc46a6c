import { redirectDocument } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { callContext } from '#platform/web/call-context.ts'
import { readFields } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import {
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
} from '#domains/accounts/contract/security.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of the panels about the own sign-in. */
export async function loadSecurity(context: Context) {
  const { sessions } = await context.get(callContext)(listSessionsCall)
  return { sessions }
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
    endSession: () => call(endSessionCall, { params: { session_id: readText(form, 'session_id') } }),
    endOtherSessions: () => call(endOtherSessionsCall),
  }
}
