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

// The first that fits is taken. A name is one token, so that the dollar in `a$b$` opens no body. Nested comments are
// not part of the language of our migrations.
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
