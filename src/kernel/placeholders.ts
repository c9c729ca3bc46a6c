/** A name as macros have it. Three digits in a row, and the groups of a UUID, are a value that stands in brackets. */
const NAME = "(?![^\\]}>]*\\d{3})(?![0-9a-f]{8}-)[a-z_][\\w.:|' -]*"

/** Macros that are the whole value: `[NAME]`, `<name>`, `%%NAME%%`, `__NAME__`, `#NAME#`, `@NAME@`, `$a_name`. */
const WHOLE_MACRO = new RegExp(
  [
    `^\\s*(?:\\[\\[?${NAME}\\]?\\]`,
    `<(?:%=|\\?=)?\\s*${NAME}\\s*(?:%|\\?)?>`,
    // A click token has 39 characters and more, and can begin and end with underscores.
    `(%%?|__(?!.{36})|##?|@@?)${NAME}\\1`,
    '\\$[a-z]+_[a-z_]+)\\s*$',
  ].join('|'),
  'i',
)

/** Macros that can be a part of the value: `{name}`, `{{ name }}`, `${name}`, `#{name}`, `{% name %}`. */
const PART_MACRO = new RegExp(`\\{[{%]?\\s*${NAME}\\s*[%}]?\\}`, 'i')

/** What programs and spreadsheets print for nothing, in lower case. */
const WORDS_FOR_NOTHING = new Set([
  'null',
  '(null)',
  'undefined',
  'nan',
  'none',
  '(none)',
  'nil',
  'n/a',
  '(not set)',
  '[object object]',
  '#n/a',
  '#ref!',
  '#value!',
  '#name?',
])

/** A longer text is a value. It bounds what a text with many brackets costs. */
const LONGEST_PLACEHOLDER = 200

/** Tells whether a text is, or contains, a macro that a program should have replaced: `{order_id}`, `%%ORDERID%%`. */
export function isMacro(text: string): boolean {
  if (text.length > LONGEST_PLACEHOLDER) return false
  return (text.includes('{') && PART_MACRO.test(text)) || WHOLE_MACRO.test(text)
}

/** Tells whether a text stands in place of a value: a macro, or a word that programs print for nothing, like `null`. */
export function isPlaceholder(text: string): boolean {
  return isMacro(text) || (text.length <= LONGEST_PLACEHOLDER && WORDS_FOR_NOTHING.has(text.trim().toLowerCase()))
}
