import { Select, Text } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { CallRefusal } from '#kernel/errors.ts'
import { useFindNames } from '#platform/web/find-names.ts'
import type { AskedName, FoundName } from '#platform/web/find-names.ts'
import { readRecent, rememberName } from '#platform/web/recent-names.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { Named } from './fields.tsx'
import { useFieldError } from './form-state.ts'

type Look = Pick<SelectProps, 'label' | 'description' | 'required' | 'size' | 'labelProps'>

/** Who is chosen. */
export type ChosenName = Pick<FoundName, 'id' | 'name'>

/** The properties of a field that chooses one of many. */
export interface NameInputProps extends Named<Look>, Pick<AskedName, 'kind' | 'advertiserId'> {
  /** Who is chosen when the page is loaded. */
  chosen?: ChosenName | undefined
  /** The choice of nobody in particular, such as "All"; without it one must be chosen. */
  anyLabel?: string
  /** Takes the id of who is chosen, and the field. */
  onChoose?: (id: string, field: HTMLInputElement | null) => void
}

/** The list stands beside its field, in the same landmark or dialog. */
const IN_PLACE = { withinPortal: false }

/** The field that `NameField` loads. */
export function NameInput({ kind, chosen, anyLabel, advertiserId, onChoose, ...props }: NameInputProps) {
  const { error, onInput, id } = useFieldError(props.name)
  const any = anyLabel === undefined ? [] : [{ id: '', name: anyLabel }]
  const [picked = any[0], setPicked] = useChosen(chosen)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [text, setText] = useState(picked?.name ?? '')
  const [isOpen, setOpen] = useState(false)
  // Before something is typed, the field contains the name of the choice.
  const isTyped = text.trim() !== '' && text !== picked?.name
  const { names, message } = useNames(isOpen, { kind, advertiserId, text: isTyped ? text.trim() : '' })
  const listed = isTyped ? names : mergeNames([...any, ...(picked ? [picked] : []), ...names])
  useEffect(() => forgetMarked(field))
  return (
    <Select
      ref={setField}
      id={id}
      error={error}
      searchable
      openOnFocus={false}
      comboboxProps={IN_PLACE}
      allowDeselect={false}
      checkIconPosition="right"
      data={listed.map((each) => ({ value: each.id, label: each.name }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <Option name={option.label} detail={findDetail(names, option.value)} />}
      nothingFoundMessage={message}
      value={picked?.id ?? null}
      searchValue={text}
      onSearchChange={setText}
      onFocus={selectText}
      onClick={(event) => !isTyped && selectText(event)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={onInput}
      onChange={(value) => {
        const next = listed.find((each) => each.id === value)
        if (!next) return
        setPicked(next)
        rememberName(kind, next.id)
        onChoose?.(next.id, field)
      }}
      {...props}
    />
  )
}

/** Mantine still names the option that was marked by a key when another list has taken its place. */
function forgetMarked(field: HTMLInputElement | null): void {
  const marked = field?.getAttribute('aria-activedescendant')
  if (marked && document.getElementById(marked) === null) field?.removeAttribute('aria-activedescendant')
}

function selectText({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  currentTarget.select()
}

/** Who is chosen: by the reader, until the page is loaded with another choice. */
function useChosen(chosen: ChosenName | undefined) {
  const [state, setState] = useState({ chosen, picked: chosen })
  if (state.chosen?.id !== chosen?.id) setState({ chosen, picked: chosen })
  return [state.picked, (picked: ChosenName) => setState({ chosen, picked })] as const
}

function mergeNames(names: readonly ChosenName[]): ChosenName[] {
  return [...new Map(names.map((each) => [each.id, each])).values()]
}

function findDetail(names: readonly FoundName[], id: string): string {
  return names.find((each) => each.id === id)?.detail ?? ''
}

function Option({ name, detail }: { name: string; detail: string }) {
  return (
    <span>
      {name}{' '}
      <Text span c="dimmed" size="sm">
        {detail}
      </Text>
    </span>
  )
}

interface Answer {
  /** What was asked; undefined before the first answer. */
  text?: string
  names: readonly FoundName[]
  refusal?: string
}

/** Waits so long after the last letter before it asks the server. */
const DEBOUNCE_MS = 150

/** Asks the server for names while the list is open. The names of an earlier text are left out. */
function useNames(isOpen: boolean, { kind, advertiserId, text }: Omit<AskedName, 'recent'>) {
  const t = useTexts('ui')
  const find = useFindNames()
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const [answer, setAnswer] = useState<Answer>({ names: [] })
  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    void find({ kind, advertiserId, text: asked, recent: readRecent(kind) })
      .then((names): Answer => ({ names }))
      .catch((error: unknown): Answer => ({ names: [], refusal: error instanceof CallRefusal ? error.message : '' }))
      .then((found) => isCurrent && setAnswer({ text: asked, ...found }))
    return () => {
      isCurrent = false
    }
  }, [isOpen, find, kind, advertiserId, asked])
  if (answer.text !== text) return { names: [], message: t('loading') }
  const none = t(text === '' ? `names.none.${kind}` : `names.notFound.${kind}`)
  const refusal = answer.refusal === undefined ? undefined : answer.refusal || t('failedTitle')
  return { names: answer.names, message: refusal ?? none }
}
