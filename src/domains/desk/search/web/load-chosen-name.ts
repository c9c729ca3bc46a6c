import type { Call } from '#kernel/endpoint.ts'
import type { NameKind } from '#kernel/names.ts'
import { findNamesCall } from '../contract.ts'

/**
 * Reads the name of who is chosen by an id in the address; undefined for nobody. One whom the reader may not see keeps
 * the number.
 */
export async function loadChosenName(call: Call, kind: NameKind, id: string | undefined) {
  if (id === undefined || !/^[1-9]\d{0,15}$/.test(id)) return undefined
  const { data } = await call(findNamesCall, { params: { kind }, query: { id } })
  return data.names[0] ?? { id, name: `#${id}`, detail: '' }
}
