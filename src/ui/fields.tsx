import { Checkbox, MultiSelect, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { CheckboxProps, MultiSelectProps, NumberInputProps, PasswordInputProps, SelectProps } from '@mantine/core'
import type { TextareaProps, TextInputProps } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { useFieldError } from './form-state.ts'

type Named<P> = P & { name: string }

/** A text field. Like all fields here, it shows its error message by itself inside an `ActionForm`. */
export function TextField(props: Named<TextInputProps>) {
  return <TextInput {...useFieldError(props.name)} {...props} />
}

/** A password, with a button that shows it. */
export function PasswordField(props: Named<PasswordInputProps>) {
  const t = useTexts('ui')
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...useFieldError(props.name)}
      {...props}
    />
  )
}

/** Several lines of text; it grows with them. */
export function TextAreaField(props: Named<TextareaProps>) {
  return <Textarea autosize minRows={3} maxRows={12} {...useFieldError(props.name)} {...props} />
}

/** A select field; use `searchable` for long lists. */
export function SelectField(props: Named<SelectProps>) {
  const t = useTexts('ui')
  const { error, onInput } = useFieldError(props.name)
  return (
    <Select
      placeholder={t('choose')}
      allowDeselect={false}
      checkIconPosition="right"
      error={error}
      onOptionSubmit={onInput}
      {...props}
    />
  )
}

/** A select field for several choices, which the form joins with commas. */
export function MultiSelectField(props: Named<MultiSelectProps>) {
  const t = useTexts('ui')
  const { error, onInput } = useFieldError(props.name)
  return (
    <MultiSelect
      placeholder={t('choose')}
      checkIconPosition="right"
      hidePickedOptions={props.maxValues !== undefined}
      error={error}
      onOptionSubmit={onInput}
      {...props}
    />
  )
}

/** Yes or no. */
export function CheckboxField(props: Named<CheckboxProps>) {
  return <Checkbox value="on" {...useFieldError(props.name)} {...props} />
}

/** A whole number or a decimal; amounts of money are text fields, since they are strings on the wire. */
export function NumberField(props: Named<NumberInputProps>) {
  return <NumberInput hideControls {...useFieldError(props.name)} {...props} />
}

/** A hidden value of a form. */
export function HiddenField({ name, value }: { name: string; value: string | number }) {
  return <input type="hidden" name={name} value={value} />
}
