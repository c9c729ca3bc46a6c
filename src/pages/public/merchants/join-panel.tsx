import { Form, Link, useNavigate, useNavigation } from 'react-router'
import { getAccountKind } from '#kernel/access.ts'
import { CSRF_FIELD } from '#platform/web/form.ts'
import type { FormResult } from '#platform/web/form.ts'
import { useCsrfToken, useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import type { Merchant } from '#domains/programmes/programs/contract/merchant.ts'
import { joinsAtOnce } from '#domains/programmes/programs/web/joins-at-once.ts'
import styles from './join-panel.module.css'

/**
 * The panel to join a programme: the login for visitors, the join form or the membership status for publishers, and the
 * result.
 */
export function JoinPanel({ merchant, result }: { merchant: Merchant; result: FormResult | undefined }) {
  const t = useTexts('merchant')
  return (
    <section className={`card stack ${styles.panel}`} id="join" aria-labelledby="join-title">
      <h2 id="join-title">{t('join.title', { name: merchant.name })}</h2>
      <JoinAction merchant={merchant} result={result} />
    </section>
  )
}

function JoinAction({ merchant, result }: { merchant: Merchant; result: FormResult | undefined }) {
  const { actor } = useSession()
  const t = useTexts('merchant')
  if (!actor) return <LoginToJoin merchant={merchant} />
  if (actor.isClosed) return <p className={styles.text}>{t('join.closed')}</p>
  if (getAccountKind(actor) !== 'publisher') return <p className={styles.text}>{t('join.other')}</p>
  if (!merchant.can_join) return <MembershipStatusText merchant={merchant} />
  return <JoinForm merchant={merchant} result={result} />
}

/**
 * Opens the login dialog over this page, or the login page without a script. After the login the publisher returns to
 * this page.
 */
function LoginToJoin({ merchant }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  const navigate = useNavigate()
  if (merchant.join_mode === 'invited') return <p className={styles.text}>{t('join.invited')}</p>
  if (!merchant.is_open) return <p className={styles.text}>{t('join.resting')}</p>
  const search = `?next=${encodeURIComponent(merchant.path)}`
  return (
    <>
      <Link
        to={`/login-creator${search}`}
        className={`filled large call ${styles.button}`}
        onClick={(event) => {
          event.preventDefault()
          void navigate({ search, hash: '#login' }, { preventScrollReset: true })
        }}
      >
        {t('join.button')}
      </Link>
      <p className={styles.text}>{t('join.visitor')}</p>
    </>
  )
}

const JOIN_ACTION_PATHS = {
  joined: '/custom_link',
  pending: '/advertisers',
  suspended: '/contact-us',
} as const

const TONES = { joined: 'good', pending: 'warn', suspended: 'bad' } as const

/** The publisher's relation to the programme when it cannot send a join request. */
function MembershipStatusText({ merchant: { membership, join_mode: mode } }: { merchant: Merchant }) {
  const t = useTexts('merchant')
  if (membership === null || membership === 'declined' || membership === 'left') {
    return <p className={styles.text}>{t(mode === 'invited' ? 'join.invited' : 'join.resting')}</p>
  }
  return (
    <div aria-live="polite">
      <p className="message" data-tone={TONES[membership]}>
        {t(`join.${membership}`)}
      </p>
      <p>
        <Link to={JOIN_ACTION_PATHS[membership]} className={styles.link}>
          {t(`join.${membership}Way`)}
        </Link>
      </p>
    </div>
  )
}

function JoinForm({ merchant, result }: { merchant: Merchant; result: FormResult | undefined }) {
  const t = useTexts('merchant')
  const token = useCsrfToken()
  const { state, formAction } = useNavigation()
  const { membership } = merchant
  const isAtOnce = joinsAtOnce(merchant)
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name={CSRF_FIELD} value={token} />
      {(membership === 'declined' || membership === 'left') && <p className={styles.text}>{t(`join.${membership}`)}</p>}
      {!isAtOnce && (
        <label className={`stack ${styles.message}`}>
          {t('join.message')}
          <textarea className="field" name="message" rows={3} maxLength={1000} />
        </label>
      )}
      {result?.ok === false && (
        <p className="message" role="alert">
          {result.message}
        </p>
      )}
      <button
        className={`filled large call ${styles.button}`}
        disabled={state === 'submitting' && formAction !== undefined}
      >
        {t(isAtOnce ? 'join.button' : 'join.ask')}
      </button>
      <p className={styles.text}>{t(isAtOnce ? 'join.auto' : 'join.review')}</p>
    </Form>
  )
}
