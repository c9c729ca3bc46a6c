const ROWS = '[data-rows] > tr'

/** Moves the focus to the next (1) or previous (-1) row of the list. */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const present = rows.findIndex((row) => row.contains(document.activeElement))
  const next = present === -1 ? (step === 1 ? 0 : rows.length - 1) : present + step
  const row = rows[Math.max(0, Math.min(next, rows.length - 1))]
  findTarget(row)?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** The control of a row that gets the focus: the link that opens it, or else its first control. */
function findTarget(row: HTMLElement | undefined): HTMLElement | undefined {
  for (const selector of ['[data-row-link] a, th a[href]', 'a[href]', 'button, input, summary']) {
    const found = row?.querySelector<HTMLElement>(selector)
    if (found) return found
  }
  return undefined
}

/** Selects or deselects the row with the focus. */
export function toggleRow(): void {
  const row = document.activeElement?.closest(ROWS)
  row?.querySelector<HTMLInputElement>('[data-select]')?.click()
}

/** Focuses the search field of the page. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
}
