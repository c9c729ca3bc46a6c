import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './apply-intro.module.css'
import { ChannelArt, StorefrontArt } from './apply-art.tsx'
import { useStepFocus } from './wizard-frame.tsx'

/** Step 1: an introduction and the button that begins. `onInterest` is called when the visitor is about to press it. */
export function ApplyIntro({ side, onInterest }: { side: 'creator' | 'advertiser'; onInterest: () => void }) {
  const t = useTexts('sign-up')
  const heading = useStepFocus(1)
  return (
    <div className={styles.page} data-side={side}>
      <div className={`split ${styles.inner}`}>
        <section>
          <p className={styles.eyebrow}>{t(`${side}.eyebrow`)}</p>
          <h1 className="display" ref={heading} tabIndex={-1}>
            {t(`${side}.title`)}
          </h1>
          <p className="lead">{t(`${side}.text`)}</p>
          <p className={`row ${styles.links}`}>
            <Link to="?step=2" className={`filled ${styles.apply}`} onPointerEnter={onInterest} onFocus={onInterest}>
              {t('apply')}
            </Link>
            <span className="soft">{t(`${side}.time`)}</span>
          </p>
        </section>
        <div className={styles.art}>{side === 'creator' ? <ChannelArt /> : <StorefrontArt />}</div>
        <ol className={`grid ${styles.steps}`}>
          {(['one', 'two', 'three'] as const).map((step, index) => (
            <li key={step}>
              <span aria-hidden>{index + 1}</span>
              <div>
                <h2>{t(`${side}.${step}`)}</h2>
                <p className="soft">{t(`${side}.${step}Text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className={styles.login}>
          <Link to={side === 'creator' ? '/login-creator' : '/login-advertiser'} className="link">
            {t(`${side}.login`)}
          </Link>
        </p>
      </div>
    </div>
  )
}
