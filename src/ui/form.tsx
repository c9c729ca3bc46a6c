import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { useFetcher } from 'react-router'
import { CSRF_FIELD, INTENT_FIELD } from '#platform/web/form.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useHash } from '#platform/web/use-hash.ts'
import { FormStateContext } from './form-state.ts'
import type { FieldErrors } from './form-state.ts'
import styles from './form.module.css'

/** The answer of the page's action, in the shape of `FormResult` of `#platform/web/form.ts`. */
export type ActionResult = { ok: true } | { ok: false; message: string; errors: FieldErrors } | undefined

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
  children: ReactNode
}

/**
 * A form that posts to the page's action with the CSRF token. Refusals appear at their fields and the first invalid
 * field gets the focus. The typed values stay. It works without a script too.
 */
export function ActionForm(props: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const token = useCsrfToken()
  const navigation = useNavigation()
  const { errors, clear } = useErrors(props.result)
  const here = useAddressWithHash()
  const sending = props.fetcher ?? navigation
  const isPending = sending.state !== 'idle' && isOwn(sending.formData, props.intent)
  const OwnForm = props.fetcher?.Form ?? Form

  useEffect(() => {
    if (!props.result || props.result.ok) return
    const wrong = Object.keys(props.result.errors)
    const fields = [...(form.current?.elements ?? [])] as HTMLElement[]
    fields.find((field) => wrong.includes(field.getAttribute('name') ?? ''))?.focus()
  }, [props.result])

  return (
    <FormStateContext value={{ errors, isPending, clear }}>
      <OwnForm
        ref={form}
        method="post"
        action={props.action ?? here}
        className={styles.form}
        reloadDocument={props.reloadDocument}
        preventScrollReset
        noValidate
      >
        <input type="hidden" name={CSRF_FIELD} value={token} />
        {props.intent !== undefined && <input type="hidden" name={INTENT_FIELD} value={props.intent} />}
        {props.result && !props.result.ok && <FormMessage tone="bad">{props.result.message}</FormMessage>}
        {props.result?.ok && props.success !== undefined && <FormMessage tone="good">{props.success}</FormMessage>}
        {props.children}
      </OwnForm>
    </FormStateContext>
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
    <p className={styles.message} data-tone={tone} role={tone === 'good' ? 'status' : 'alert'}>
      <Icon size={20} aria-hidden />
      {children}
    </p>
  )
}

interface SubmitButtonProps {
  /** `filled` for a form's main action. */
  variant?: 'filled' | 'default'
  color?: 'pine' | 'red'
  size?: 'sm' | 'md'
  fullWidth?: boolean
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
      disabled={isPending}
      data-variant={variant}
      data-color={color}
      data-size={size}
      data-wide={rest.fullWidth}
      data-pending={isPending || undefined}
    >
      <span>{rest.children}</span>
    </button>
  )
}
