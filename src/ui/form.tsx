import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { use, useEffect, useId, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import type { useFetcher } from 'react-router'
import { ADVERTISERS_PATH } from '#kernel/advertiser-link.ts'
import type { ExpiredForm } from '#platform/web/expired-form.ts'
import { CSRF_FIELD, INTENT_FIELD, OTHER_ADVERTISER, SIGNED_OUT } from '#platform/web/form.ts'
import { useCsrfToken, useRootData } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { useHash } from '#platform/web/use-hash.ts'
import { FormStateContext, PASSWORD_REQUIRED, PasswordPromptContext } from './form-state.ts'
import type { FieldErrors } from './form-state.ts'
import styles from './form.module.css'

/** The answer of the page's action, in the shape of `FormResult` of `#platform/web/form.ts`. */
export type ActionResult = { ok: true; renewal?: undefined } | Refused | undefined

type Refused = { ok: false; message: string; code?: string; errors: FieldErrors } & Pick<ExpiredForm, 'renewal'>

interface ActionFormProps {
  /** The answer of the action, if it was this form's. */
  result?: ActionResult
  /** Names this form among several of one page. */
  intent?: string
  /** The address to post to, if it is not the page's own. */
  action?: string
  /** Shown when the action succeeded. */
  success?: ReactNode
  /** Sends the form without a navigation, for forms in a dialog of the shell. */
  fetcher?: Pick<ReturnType<typeof useFetcher>, 'Form' | 'state' | 'formData'> | undefined
  /** Loads a new document after the post, for logging in or out. */
  reloadDocument?: boolean
  /** The labels of the fields by name. With them the message lists the refused fields and links to them. */
  labels?: Record<string, string>
  /** The buttons of a long form. They stay in view while it is, with the message beside them. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A form that posts to the page's action with the CSRF token. Refusals appear at their fields and the first invalid
 * field gets the focus. The typed values stay. It works without a script too.
 */
export function ActionForm(props: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { token, result } = useRenewal(props.result, form)
  const navigation = useNavigation()
  const { errors, clear } = useErrors(result)
  const here = useAddressWithHash()
  const sending = props.fetcher ?? navigation
  const isPending = sending.state !== 'idle' && isOwn(sending.formData, props.intent)
  const OwnForm = props.fetcher?.Form ?? Form
  const idPrefix = `${useId()}-`
  const shown = useShownResult(result, isPending)
  const message = <ResultMessage {...props} result={shown} errors={errors} idPrefix={idPrefix} />

  useRefusal(result, form, idPrefix)
  return (
    <FormStateContext value={{ errors, isPending, clear, ...(props.labels ? { idPrefix } : {}) }}>
      <OwnForm
        ref={form}
        method="post"
        action={props.action ?? here}
        className={styles.form}
        reloadDocument={props.reloadDocument}
        preventScrollReset
        noValidate
        onSubmit={() => {
          lastSent = form.current
        }}
      >
        <input type="hidden" name={CSRF_FIELD} value={token} />
        {props.intent !== undefined && <input type="hidden" name={INTENT_FIELD} value={props.intent} />}
        {props.actions === undefined && message}
        {props.children}
        {props.actions !== undefined && (
          <div className={`stack ${styles.actions}`}>
            {message}
            {props.actions}
          </div>
        )}
      </OwnForm>
    </FormStateContext>
  )
}

/** The form that was sent last. Several forms of a page may get the answer to it. */
let lastSent: HTMLFormElement | null = null

type FormRef = RefObject<HTMLFormElement | null>

/**
 * Returns the token of the form. When the same account was signed in again meanwhile, takes the token of its new
 * session and, if it was this form that was refused, sends it once more. That answer is no result to show.
 */
function useRenewal(result: ActionResult, form: FormRef) {
  const token = useCsrfToken()
  const email = useRootData()?.actor?.email
  const [renewed, setRenewed] = useState<ExpiredForm['renewal']>()
  const newToken = renewed?.csrfToken
  const given = result?.renewal
  const renewal = given?.email === email ? given : undefined
  if (renewal && renewal.csrfToken !== newToken) setRenewed(renewal)
  useEffect(() => {
    if (newToken && form.current === lastSent) form.current?.requestSubmit()
  }, [newToken, form])
  return { token: newToken ?? token, result: renewal && renewal === renewed ? undefined : result }
}

/** Focuses the first refused field. Asks for the password when the server requires it, and sends the form again. */
function useRefusal(result: ActionResult, form: FormRef, idPrefix: string): void {
  const askPassword = use(PasswordPromptContext)?.ask
  useEffect(() => {
    if (!result || result.ok) return
    if (isPasswordRequired(result)) return askPassword?.(() => form.current?.requestSubmit())
    const wrong = Object.keys(result.errors)
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    // The visible field of a select has an id only; its hidden one, which has the name, comes after it.
    const isWrong = ({ id, name }: HTMLInputElement) => wrong.some((each) => each === name || idPrefix + each === id)
    focusField(fields.find(isWrong))
  }, [result, form, askPassword, idPrefix])
}

/** Leaves out that the password is needed: the dialog says so itself, and a form that is sent again has it. */
function useShownResult(result: ActionResult, isPending: boolean): ActionResult {
  const isAsked = use(PasswordPromptContext)?.isOpen === true || isPending
  return isAsked && isPasswordRequired(result) ? undefined : result
}

function isPasswordRequired(result: ActionResult): boolean {
  return result?.ok === false && result.code === PASSWORD_REQUIRED
}

/** Focuses a field and scrolls it clear of the actions, which lie over the end of a long form. */
function focusField(field: HTMLElement | null | undefined): void {
  field?.focus()
  field?.scrollIntoView({ block: 'nearest' })
}

interface FieldsOfForm {
  /** The errors that the visitor has not corrected yet. */
  errors: FieldErrors
  idPrefix: string
}

type ResultMessageProps = Pick<ActionFormProps, 'result' | 'success' | 'labels'> & FieldsOfForm

function ResultMessage({ result, success, labels, errors, idPrefix }: ResultMessageProps) {
  if (!result) return null
  if (result.ok) return success === undefined ? null : <FormMessage tone="good">{success}</FormMessage>
  const isListed = Object.keys(result.errors).some((name) => labels?.[name] !== undefined)
  if (labels && isListed) return <RefusedFields labels={labels} errors={errors} idPrefix={idPrefix} />
  return <RefusalMessage result={result} />
}

/** Says why a form was refused, and leads to the login or to the choice of the brand if that is why. */
export function RefusalMessage({ result }: { result: Refused }) {
  return (
    <FormMessage tone="bad">
      <span>
        {result.message} {result.code === PASSWORD_REQUIRED && <VerifyPasswordLink />}
        {result.code === SIGNED_OUT && <LoginLink />}
        {result.code === OTHER_ADVERTISER && <AdvertiserChoiceLink />}
      </span>
    </FormMessage>
  )
}

/** Lists the refused fields, each with a link that focuses it. */
function RefusedFields({ labels, errors, idPrefix }: { labels: Record<string, string> } & FieldsOfForm) {
  const refused = Object.entries(errors).filter(([name]) => labels[name] !== undefined)
  if (refused.length === 0) return null
  return (
    <FormMessage tone="bad">
      <div>
        {refused.map(([name, message]) => (
          <div key={name}>
            <a
              href={`#${idPrefix}${name}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(document.getElementById(`${idPrefix}${name}`))
              }}
            >
              {labels[name]}
            </a>
            : {message}
          </div>
        ))}
      </div>
    </FormMessage>
  )
}

/** Leads to the page that asks for the password, for browsers without scripts. */
function VerifyPasswordLink() {
  const t = useTexts('ui')
  const { pathname, search } = useLocation()
  const next = encodeURIComponent(`${pathname}${search}`)
  return (
    <Link to={`/account/verify-password?next=${next}`} className="link">
      {t('verifyPassword')}
    </Link>
  )
}

/** Opens the login in a new tab, so that what was typed stays on this page. */
export function LoginLink() {
  const { pathname, search } = useLocation()
  return <NewTabLink href={`/?next=${encodeURIComponent(pathname + search)}#login`} text="logInAgain" />
}

/** Opens the choice of the brand in a new tab. After the switch this page works again. */
export function AdvertiserChoiceLink() {
  return <NewTabLink href={ADVERTISERS_PATH} text="chooseBrand" />
}

function NewTabLink({ href, text }: { href: string; text: 'logInAgain' | 'chooseBrand' }) {
  const t = useTexts('ui')
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {t(text)}
    </a>
  )
}

/** Returns the page's address with its hash, which a form would otherwise drop. */
function useAddressWithHash(): string | undefined {
  const { pathname, search } = useLocation()
  const hash = useHash()
  return hash === '' ? undefined : `${pathname}${search}#${hash}`
}

function useErrors(result: ActionResult) {
  const [cleared, setCleared] = useState<{ result: ActionResult; names: readonly string[] }>({ result, names: [] })
  const names = cleared.result === result ? cleared.names : []
  const all = result && !result.ok ? result.errors : {}
  const errors = Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
  const clear = (name: string) => setCleared({ result, names: [...names, name] })
  return { errors, clear }
}

function isOwn(formData: FormData | undefined, intent: string | undefined): boolean {
  return formData !== undefined && (formData.get(INTENT_FIELD) ?? undefined) === intent
}

/** One sentence about the whole form. */
export function FormMessage({ tone, children }: { tone: 'good' | 'bad'; children: ReactNode }) {
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertCircle
  return (
    <div className={`message ${styles.message}`} data-tone={tone} role={tone === 'good' ? 'status' : 'alert'}>
      <Icon size={20} aria-hidden />
      {children}
    </div>
  )
}

interface SubmitButtonProps {
  /** `filled` for a form's main action. */
  variant?: 'filled' | 'default'
  color?: 'pine' | 'red'
  size?: 'sm' | 'md'
  fullWidth?: boolean
  /** Names the button, so that a shortcut presses it. */
  act?: string
  /** The accessible name, if the text alone does not say what the button acts on. */
  label?: string
  children: ReactNode
}

/**
 * The button that sends its form. It shows a spinner until the answer arrives and cannot be pressed twice. It looks
 * like a Mantine button but does not use Mantine, so that public pages stay small.
 */
export function SubmitButton({ variant = 'filled', color = 'pine', size = 'md', ...rest }: SubmitButtonProps) {
  const { isPending } = use(FormStateContext)
  return (
    <button
      type="submit"
      className={styles.submit}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={isPending || undefined}
      onClick={(event) => isPending && event.preventDefault()}
      aria-label={rest.label}
      data-variant={variant}
      data-color={color}
      data-size={size}
      data-wide={rest.fullWidth}
      data-act={rest.act}
      data-pending={isPending || undefined}
    >
      <span>{rest.children}</span>
    </button>
  )
}
