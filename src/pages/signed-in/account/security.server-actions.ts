import { redirectDocument } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { NOTICES } from '#kernel/notices.ts'
import type { Notice } from '#kernel/notices.ts'
import { callContext, isDocumentRequest, sessionContext } from '#platform/web/call-context.ts'
import { readFields } from '#platform/web/form.ts'
import { readText } from '#platform/web/intents.ts'
import { choiceCookie } from '#platform/web/choice-cookie.ts'
import { getPreferencesCall, savePreferencesCall } from '#domains/people/accounts/contract/preferences.ts'
import type { Preferences } from '#domains/people/accounts/contract/preferences.ts'
import {
  changePasswordCall,
  endAllSessionsCall,
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
} from '#domains/people/accounts/contract/security.ts'

import { getChangeTextCall, listOwnChangesCall, objectCall } from '#domains/people/legal/contract.ts'
import type { OwnChange } from '#domains/people/legal/contract.ts'
import { prepareOwnExportCall } from '#domains/desk/privacy/contract.ts'
import {
  beginTwoStepCall,
  confirmTwoStepCall,
  endTwoStepCall,
  getTwoStepCall,
  replaceRecoveryCodesCall,
  setSignInPolicyCall,
} from '#domains/people/accounts/contract/two-step.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of the panels about the own sign-in. */
export async function loadSecurity(context: Context) {
  const call = context.get(callContext)
  const { sessions } = await call(listSessionsCall)
  const [twoStep, preferences, { data: terms }] = await Promise.all([
    call(getTwoStepCall),
    call(getPreferencesCall),
    call(listOwnChangesCall),
  ])
  const { actor } = context.get(sessionContext)
  // No text binds operators, and sub-accounts act for their publisher.
  const isBound = actor?.role !== 'operator' && !actor?.subAccount
  const readChange = async ({ id }: OwnChange) => (await call(getChangeTextCall, { params: { change_id: id } })).data
  const changes = isBound ? await Promise.all(terms.changes.map(readChange)) : undefined
  return { sessions, twoStep, preferences, changes }
}

/** The data of `loadSecurity`. */
export type Security = Awaited<ReturnType<typeof loadSecurity>>

/** The actions of the panels about the own sign-in, by intent. */
export function securityActions({ context, request }: { context: Context; request: Request }, form: FormData) {
  const call = context.get(callContext)
  return {
    changePassword: async () => {
      const body = readFields(form) as Record<'password' | 'password1' | 'password2', string>
      await call(changePasswordCall, { body })
      // The sessions have ended. The specification names this address.
      throw redirectDocument('/#login', 303)
    },
    savePreferences: async () => {
      const locale = readText(form, 'locale') === 'zh' ? 'zh' : 'en'
      const body: Preferences = {
        locale,
        muted_notices: readMutedNotices(context, form),
        has_shortcuts: readText(form, 'has_shortcuts') !== '',
      }
      await call(savePreferencesCall, { body })
      // The whole page changes its language.
      const headers = { 'Set-Cookie': choiceCookie('tandem_locale', locale) }
      throw redirectDocument('/account?preferences=saved#security', { status: 303, headers })
    },
    beginTwoStep: () => call(beginTwoStepCall),
    confirmTwoStep: () => call(confirmTwoStepCall, { body: { code: readText(form, 'code') } }),
    replaceRecoveryCodes: () => call(replaceRecoveryCodesCall),
    endTwoStep: () => call(endTwoStepCall, { body: readFields(form) as { password: string } }),
    setSignInPolicy: () => call(setSignInPolicyCall, { body: { is_required: readText(form, 'is_required') !== '' } }),
    downloadData: async () => {
      const ready = await call(prepareOwnExportCall)
      // A browser without scripts opens the file; a script starts the download.
      if (isDocumentRequest(request)) throw redirectDocument(ready.path, 303)
      return ready
    },
    objectToTerms: () => call(objectCall, { params: { change_id: readText(form, 'change_id') } }),
    endSession: () => call(endSessionCall, { params: { session_id: readText(form, 'session_id') } }),
    endOtherSessions: () => call(endOtherSessionsCall),
    endAllSessions: async () => {
      await call(endAllSessionsCall)
      throw redirectDocument('/', 303)
    },
  }
}

/** The mails of the role whose boxes are not ticked. */
function readMutedNotices(context: Context, form: FormData): Notice[] {
  const { actor } = context.get(sessionContext)
  const offered: readonly Notice[] = actor ? NOTICES[actor.role] : []
  return offered.filter((notice) => readText(form, `notice_${notice}`) === '')
}
