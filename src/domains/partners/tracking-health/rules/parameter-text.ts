/** Begins the name of each form field that holds a parameter of a postback. */
export const PARAMETER_PREFIX = 'p.'

/** Reads the parameters of a postback from its form fields; empty ones are left out. */
export function readParameterFields(form: FormData): Record<string, string> {
  const given = [...form].flatMap(([name, value]) =>
    name.startsWith(PARAMETER_PREFIX) && typeof value === 'string' && value !== ''
      ? [[name.slice(PARAMETER_PREFIX.length), value] as const]
      : [],
  )
  return Object.fromEntries(given)
}

/**
 * Reads the parameters of a postback from a text: an address or a query, one `name=value` in each line, or a JSON
 * object of texts and numbers. The secret is left out. Answers no parameters for a text that is none of these.
 */
export function readParameterText(text: string): Record<string, string> {
  const given = text.trim().startsWith('{') ? readJson(text) : readPairs(text)
  return Object.fromEntries(given.filter(([name, value]) => name !== '' && name !== 'token' && value !== ''))
}

function readPairs(text: string): [string, string][] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line) => {
    const query = line.slice(line.indexOf('?') + 1)
    return query.includes('=') ? [...new URLSearchParams(query)] : []
  })
}

function readJson(text: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(text, (_name, each: unknown, context?: { source?: string }) =>
      typeof each === 'number' ? (context?.source ?? String(each)) : each,
    )
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)])
  } catch {
    return []
  }
}
