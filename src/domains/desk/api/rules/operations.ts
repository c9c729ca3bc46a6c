import type { JsonSchema, Operation } from '../contract/documentation.ts'

/** One call of the API as the documentation shows it. */
export interface ApiCall {
  id: string
  method: string
  path: string
  /** The path with the parameter that selects the call: `/api?act=transaction`. */
  address: string
  /** The address that serves the call, if it is not that of the pages. */
  origin?: string | undefined
  title: string
  text: string
  /** The scope that an API key needs; undefined for a call without a key. */
  scope?: string | undefined
  parameters: CallParameter[]
  /** The fields of a row of the answer, or of the answer itself. */
  fields: CallField[]
}

/** A parameter in the path or the query, a field of the JSON body, or a file to upload. */
export interface CallParameter extends CallField {
  place: 'path' | 'query' | 'body' | 'file'
  isRequired: boolean
  isDeprecated: boolean
  /** The only values, if they are listed. */
  options: string[]
  /** The value when it is missing. */
  defaultValue?: string | undefined
}

/** A named value with its type and its meaning. */
export interface CallField {
  name: string
  type: string
  text: string
}

/** The part of an OpenAPI document that the documentation reads. */
interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
}

/** Finds the documented calls of an OpenAPI document, in its order. */
export function listApiCalls({ paths }: ApiDescription): ApiCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const { operationId } = operation
      return operationId === undefined ? [] : [readCall(operation, { id: operationId, method, path })]
    }),
  )
}

function readCall(operation: Operation, { id, method, path }: { id: string; method: string; path: string }): ApiCall {
  return {
    id,
    method: method.toUpperCase(),
    path: path.replace(/#.*/, ''),
    address: path.replace('#', '?'),
    origin: operation.servers?.[0]?.url,
    title: operation.summary,
    text: operation.description ?? '',
    scope: operation.security?.flatMap((one) => one['apiKey'] ?? [])[0],
    parameters: [...operation.parameters.map(readParameter), ...readBody(operation)],
    fields: readFields(operation),
  }
}

type Parameter = Operation['parameters'][number]

function readParameter(parameter: Parameter): CallParameter {
  const { name, schema, required, deprecated = false, description = '' } = parameter
  return {
    ...readValue(name, { ...schema, description }),
    ...readOptions(schema),
    place: parameter.in === 'path' ? 'path' : 'query',
    isRequired: required,
    isDeprecated: deprecated,
  }
}

function readBody({ requestBody }: Operation): CallParameter[] {
  const [place, schema] = requestBody?.content['multipart/form-data']
    ? (['file', requestBody.content['multipart/form-data'].schema] as const)
    : (['body', requestBody?.content['application/json']?.schema] as const)
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    ...readValue(name, property),
    ...readOptions(property),
    place,
    isRequired: schema?.required?.includes(name) ?? false,
    isDeprecated: false,
  }))
}

function readOptions(schema: JsonSchema) {
  const options = schema.const === undefined ? (schema.enum ?? []) : [schema.const]
  return {
    options: options.map(String),
    defaultValue: schema.default === undefined || schema.default === '' ? undefined : String(schema.default),
  }
}

/** Reads the fields of a row; of the answer itself when it has no rows. */
function readFields({ responses }: Operation): CallField[] {
  const answer = responses['200']?.content?.['application/json']?.schema
  const row = answer?.properties?.['data']?.items
  const inRow = Object.entries(row?.properties ?? {}).map(([name, schema]) => readValue(name, schema))
  const around = Object.entries(answer?.properties ?? {}).filter(([name]) => row === undefined || name !== 'data')
  return [...inRow, ...around.map(([name, schema]) => readValue(name, schema))]
}

function readValue(name: string, schema: JsonSchema): CallField {
  return { name, type: describeType(schema), text: schema.description ?? '' }
}

/** An id can be written as a number or as its digits, which is the same to a reader. */
function describeAny(schemas: readonly JsonSchema[]): string {
  const isId = schemas[0]?.type === 'integer' && schemas[1]?.type === 'string'
  return isId ? 'integer' : [...new Set(schemas.map(describeType))].join(' | ')
}

const FORMATS: Record<string, string> = { 'date-time': 'RFC 3339', uuid: 'UUID' }

/** Writes a type in a few words: `string`, `integer, 1 to 1000`, `UUID or null`, `list of string`. */
export function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.anyOf) return describeAny(schema.anyOf)
  if (schema.type === 'array') return `${describeType(schema.items ?? {})}[]`
  const { minimum, maximum, type = 'string', format } = schema
  if (format !== undefined) return FORMATS[format] ?? format
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? `${type} ${minimum}–${maximum}` : type
}
