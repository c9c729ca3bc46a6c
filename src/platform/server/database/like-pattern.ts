/** Builds a LIKE pattern for texts that contain `part`, with wildcards escaped. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
