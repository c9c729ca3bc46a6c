/**
 * Splits a migration file into statements, at the semicolons outside of strings, quoted names, comments and
 * dollar-quoted bodies. `BEGIN ATOMIC` bodies are not supported; use a dollar-quoted body.
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

// The first match wins. A name is one token, so that the dollar in `a$b$` opens no body. Migrations must not nest
// comments.
const tokenKinds = {
  body: String.raw`(\$(?:[A-Za-z_]\w*)?\$)[^]*?\1`,
  escapedString: String.raw`[eE]'(?:[^'\\]|\\[^]|'')*'`,
  string: String.raw`'(?:[^']|'')*'`,
  quotedName: String.raw`"(?:[^"]|"")*"`,
  lineComment: String.raw`--[^\n]*`,
  blockComment: String.raw`\/\*[^]*?\*\/`,
  name: String.raw`[A-Za-z_][\w$]*`,
  other: '[^]',
}
const tokens = new RegExp(Object.values(tokenKinds).join('|'), 'g')

function isComment(token: string): boolean {
  return token.startsWith('--') || (token.startsWith('/*') && token.endsWith('*/') && token.length >= 4)
}
