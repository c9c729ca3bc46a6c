import { Autocomplete } from '@mantine/core'
import { MAX_TAG_LENGTH } from '../rules/vocabulary.ts'

/** The name of a group or of a tag, with those that exist. */
export function LabelName({ label, names }: { label: string; names: readonly string[] }) {
  return <Autocomplete name="name" label={label} data={[...names]} maxLength={MAX_TAG_LENGTH} required data-autofocus />
}
