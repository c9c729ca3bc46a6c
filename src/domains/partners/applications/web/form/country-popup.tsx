// A native list cannot show flags or be searched.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { findCountries } from './countries.ts'
import type { Country } from './countries.ts'
import { CountryName } from './country-name.tsx'
import styles from './country-picker.module.css'

interface CountryPopupProps {
  countries: readonly Country[]
  current: Country | undefined
  hasDialCode?: boolean | undefined
  onChoose: (country: Country) => void
  onClose: () => void
}

/** A search field with the matching countries. Arrow keys move, Enter chooses, Escape or a click elsewhere closes. */
export function CountryPopup({ countries, current, hasDialCode, onChoose, onClose }: CountryPopupProps) {
  const t = useTexts('sign-up')
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(() => Math.max(0, current ? countries.indexOf(current) : 0))
  const found = findCountries(countries, typed)
  const activeId = `${id}-${found[active]?.[0] ?? ''}`

  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!box.current?.parentElement?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  })

  function press(event: KeyboardEvent): void {
    const last = found.length - 1
    const moves: Record<string, number> = { ArrowDown: Math.min(active + 1, last), ArrowUp: Math.max(active - 1, 0) }
    const next = moves[event.key]
    const chosen = found[active]
    if (next !== undefined) setActive(next)
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else if (event.key !== 'Enter') return
    event.preventDefault()
  }

  return (
    <dialog ref={box} open aria-label={t('country.search')} className={styles.popup}>
      <input
        // The visitor has just opened the popup.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles.search}
        type="text"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-label={t('country.search')}
        placeholder={t('country.search')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('field.country')} className={styles.list}>
        {found.map((country, index) => (
          // The search field handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={country[0]}
            id={`${id}-${country[0]}`}
            role="option"
            tabIndex={-1}
            aria-selected={country === current}
            data-active={index === active || undefined}
            onClick={() => onChoose(country)}
            onPointerMove={() => setActive(index)}
          >
            <CountryName country={country} hasDialCode={hasDialCode} />
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{t('country.none')}</p>}
    </dialog>
  )
}
