import { useId, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { useIsHydrated } from '#platform/web/use-hash.ts'
import { CountryName } from './country-name.tsx'
import { countryValue } from './countries.ts'
import type { Country, CountryNaming } from './countries.ts'
import { CountryPopup } from './country-popup.tsx'
import { FieldFrame, describedBy } from './form-fields.tsx'
import fieldStyles from './form-fields.module.css'
import { useField } from './form-context.ts'
import type { FieldName } from './form-context.ts'
import styles from './country-picker.module.css'

interface CountryPickerProps {
  name: FieldName
  countries: readonly Country[]
  naming: CountryNaming
  /** For lists: how many may be chosen. */
  maxItems?: number
  hint?: string
  isOptional?: boolean
  /** Whether the dial code stands beside the name. */
  hasDialCode?: boolean
}

/** Chooses one or several countries, with flags and a search. Without a script it is a native list. */
export function CountryPicker(props: CountryPickerProps) {
  const { name, countries, naming, maxItems, hint, isOptional } = props
  const id = useId()
  const { label, value, error, set, clear } = useField(name)
  const chosen = [value ?? ''].flat().filter((entry) => entry !== '')
  const hasScript = useIsHydrated()
  const t = useTexts('sign-up')
  const described = describedBy(id, { hint, error })
  return (
    <FieldFrame
      {...(hasScript ? { id } : { htmlFor: id })}
      label={label}
      hint={hint}
      error={error}
      isOptional={isOptional}
    >
      {hasScript ? (
        <Picker {...props} id={id} chosen={chosen} described={described} onChoose={set} onFocus={clear} />
      ) : (
        <select
          id={id}
          className={`field ${fieldStyles.control} ${maxItems === undefined ? '' : styles.several}`}
          name={name}
          multiple={maxItems !== undefined}
          defaultValue={maxItems === undefined ? (chosen[0] ?? '') : chosen}
          {...described}
        >
          {maxItems === undefined && <option value="">{t('choose')}</option>}
          {countries.map((country) => (
            <option key={country[0]} value={countryValue(country, naming)}>
              {country[1]}
              {props.hasDialCode && country[2] !== '' ? ` +${country[2]}` : ''}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

interface PickerProps extends CountryPickerProps {
  id: string
  chosen: readonly string[]
  described: ReturnType<typeof describedBy>
  onChoose: (value: string | readonly string[]) => void
  onFocus: () => void
}

function Picker({
  id,
  name,
  countries,
  naming,
  maxItems,
  hasDialCode,
  chosen,
  described,
  onChoose,
  onFocus,
}: PickerProps) {
  const t = useTexts('sign-up')
  const [isOpen, setOpen] = useState(false)
  const byValue = new Map(countries.map((country) => [countryValue(country, naming), country]))
  const isSeveral = maxItems !== undefined
  const current = isSeveral ? undefined : byValue.get(chosen[0] ?? '')

  function choose(country: Country): void {
    const value = countryValue(country, naming)
    onChoose(isSeveral ? [...chosen.filter((entry) => entry !== value), value] : value)
    setOpen(false)
    document.getElementById(`${id}-button`)?.focus()
  }

  return (
    <div className={styles.picker}>
      {chosen.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {isSeveral && (
        <Chosen
          countries={chosen.map((value) => byValue.get(value)).filter((country) => country !== undefined)}
          onRemove={(country) => onChoose(chosen.filter((value) => value !== countryValue(country, naming)))}
        />
      )}
      {(!isSeveral || chosen.length < maxItems) && (
        <button
          id={`${id}-button`}
          type="button"
          data-field={name}
          className={`field ${fieldStyles.control} ${styles.button}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-labelledby={`${id}-label ${id}-button`}
          onClick={() => setOpen(!isOpen)}
          onFocus={onFocus}
          aria-describedby={described['aria-describedby']}
          data-invalid={described['aria-invalid']}
        >
          {current ? (
            <CountryName country={current} hasDialCode={hasDialCode} />
          ) : (
            t(isSeveral ? 'country.add' : 'choose')
          )}
        </button>
      )}
      {isOpen && (
        <CountryPopup
          countries={isSeveral ? countries.filter((each) => !chosen.includes(countryValue(each, naming))) : countries}
          current={current}
          hasDialCode={hasDialCode}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function Chosen(props: { countries: readonly Country[]; onRemove: (country: Country) => void }) {
  const t = useTexts('sign-up')
  if (props.countries.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label={t('country.chosen')}>
      {props.countries.map((country) => (
        <li key={country[0]}>
          <CountryName country={country} />
          <button
            type="button"
            aria-label={t('country.remove', { name: country[1] })}
            onClick={() => props.onRemove(country)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
