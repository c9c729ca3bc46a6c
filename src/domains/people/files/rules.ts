import type { MediaType } from './contract.ts'

const SIGNATURES: Record<MediaType, readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

const EXTENSIONS: Record<MediaType, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}

/** Finds the type of a file by its first bytes; undefined for a type that is not stored. */
export function findMediaType(bytes: Uint8Array): MediaType | undefined {
  const types = Object.keys(SIGNATURES) as MediaType[]
  return types.find((type) => SIGNATURES[type].every((byte, index) => bytes[index] === byte))
}

const MAX_NAME_LENGTH = 120

/**
 * Returns the name of a file without its folders, without control characters and with the extension of its type, at
 * most 120 characters long.
 */
export function toFileName(given: string, mediaType: MediaType): string {
  const [extension = ''] = EXTENSIONS[mediaType]
  const name = (given.split(/[/\\]/).pop() ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  const [, stem = name, present = ''] = /^(.*)\.([^.]*)$/.exec(name) ?? []
  const hasExtension = EXTENSIONS[mediaType].includes(present.toLowerCase())
  const ending = hasExtension ? present : extension
  const base = (hasExtension ? stem : name).trim() || 'file'
  return `${Array.from(base)
    .slice(0, MAX_NAME_LENGTH - ending.length - 1)
    .join('')}.${ending}`
}

/** Returns a file name of which all characters can stand in the header of a reply. */
export function toHeaderName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._ -]/g, '_')
}
