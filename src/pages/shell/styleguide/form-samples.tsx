import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DateField } from '#ui/date-field.tsx'
import { CheckboxField, NumberField, PasswordField, TextAreaField, TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import type { ActionResult } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'

/** Every kind of field; sending the form shows its refusals. */
export function FormSamples({ result }: { result: ActionResult }) {
  return (
    <Panel
      title="A form"
      text="Send it to see refusals at their fields."
      actions={
        <ConfirmAction
          label="Cancel transaction"
          title="Cancel this transaction?"
          text="The publisher sees the reason. The commission is reversed."
          confirmLabel="Cancel it"
          intent="cancel"
          tone="bad"
        >
          <TextAreaField name="note" label="Reason" />
        </ConfirmAction>
      }
    >
      <ActionForm result={result} intent="sample">
        <TextField name="site_url" label="Site address" description="With https://" required />
        <TextField name="amount" label="Amount" placeholder="12.50" />
        <PasswordField name="password" label="Password" />
        <NumberField name="window" label="Window in days" defaultValue={30} />
        <SelectField name="channel" label="Channel" data={['Instagram', 'TikTok', 'YouTube', 'Red', 'Other']} />
        <TextAreaField name="purpose" label="Purpose" />
        <DateField name="day" label="Day" today="2026-10-20" notBefore="2026-10-05" disabledDays={['2026-10-13']} />
        <DateField name="begins" label="Begins" today="2026-10-20" minuteStep={15} defaultValue="2026-10-20T09:30" />
        <CheckboxField name="agree" label="I agree to the terms" />
        <SubmitButton>Save changes</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
