/**
 * The statements of a migration file, cut at the semicolons that stand outside of strings, quoted names, comments and
 * dollar-quoted bodies. Not understood: `BEGIN ATOMIC` bodies (quote the body with dollars instead).
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === ';') {
      statements.push(current.trim())
      current = ''
    } else if (!isComment(token)) {
      current += token
    }
  }
  statements.push(current.trim())
  return statements.filter((statement) => statement !== '')
}

// In this order: dollar-quoted, E'' string, string, quoted name, comments, name, anything else. A name is one token so
// that the dollar in `a$b$` opens no body. Nested block comments are not part of the language of our migrations.
const tokens =
  /(\$(?:[A-Za-z_]\w*)?\$)[^]*?\1|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|[A-Za-z_][\w$]*|[^]/g

function isComment(token: string): boolean {
  return token.startsWith('--') || (token.startsWith('/*') && token.endsWith('*/') && token.length >= 4)
}
