import { useTexts } from '#platform/web/texts.tsx'
import type { Messages, TextPart } from '#texts/texts.ts'

/** The texts that `useOptionText` needs. */
export const OPTION_TEXTS: TextPart = { domain: 'sign-up', only: ['option'] }

/** Returns a function that translates an option. Options without a translation, such as figures, stay as they are. */
export function useOptionText(): (option: string) => string {
  const t = useTexts('sign-up')
  return (option) => {
    const key = `option.${option.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '')}`
    return t.has(key as never) ? t(key as `option.${keyof Messages['sign-up']['option']}`) : option
  }
}
