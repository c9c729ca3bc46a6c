import { use } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { FormStateContext } from '#domains/partners/applications/web/form/form-context.ts'
import { MAX_TYPED_PASSWORD } from '#domains/people/accounts/contract/vocabulary.ts'
import { TextInput } from '#domains/partners/applications/web/form/form-fields.tsx'
import styles from './wizard-frame.module.css'

/** Step 1: the login, and the code of the referral link that led here. */
export function StartFields() {
  const t = useTexts('sign-up')
  const { values } = use(FormStateContext)
  return (
    <>
      <input type="hidden" name="ref" value={String(values.ref ?? '')} />
      <TextInput name="email" type="email" autoComplete="username" maxLength={254} />
      <div className={`grid ${styles.pair}`}>
        <TextInput
          name="password1"
          type="password"
          autoComplete="new-password"
          note={t('field.passwordRule')}
          maxLength={MAX_TYPED_PASSWORD}
        />
        <TextInput name="password2" type="password" autoComplete="new-password" maxLength={MAX_TYPED_PASSWORD} />
      </div>
    </>
  )
}
