/** The intent of the form that writes a note. */
export const NOTE_INTENT = 'note'
