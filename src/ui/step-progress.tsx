import { Progress, Stack, Text } from '@mantine/core'

/** How far a job is, in a sentence and as a bar. `share` is between 0 and 1. */
export function StepProgress({ text, share, hint }: { text: string; share: number; hint?: string }) {
  return (
    <Stack gap="xs">
      <Text component="output">{text}</Text>
      <Progress value={100 * share} animated aria-label={text} />
      {hint !== undefined && (
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      )}
    </Stack>
  )
}
