import { Checkbox, NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { CheckboxProps, NumberInputProps, PasswordInputProps, TextareaProps, TextInputProps } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { useFieldError } from './form-state.ts'

/** The properties of a field that is sent under a name. */
export type Named<P> = P & { name: string }

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

/** Yes or no. */
export function CheckboxField(props: Named<CheckboxProps>) {
  return <Checkbox value="on" {...useFieldError(props.name)} {...props} />
}

/** A whole number or a decimal; amounts of money are text fields, since they are strings on the wire. */
export function NumberField(props: Named<NumberInputProps>) {
  return <NumberInput hideControls {...useFieldError(props.name)} {...props} />
}
