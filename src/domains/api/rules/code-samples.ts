import type { CallBody } from './example-values.ts'

/** The languages of the code samples. */
export const LANGUAGES = ['curl', 'node', 'python', 'php'] as const

/** One of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number]

/** A request that a code sample sends. */
export interface SampleRequest {
  method: string
  /** The whole address with its query. */
  url: string
  /** The API key, or what stands for it; undefined for a call without a key. */
  key: string | undefined
  /** The JSON body. */
  body?: CallBody | undefined
}

/** Writes code that sends a request, ready to be pasted into a file. */
export function writeSample(language: Language, request: SampleRequest): string {
  return WRITERS[language](request)
}

const WRITERS: Record<Language, (request: SampleRequest) => string> = {
  curl: writeCurl,
  node: writeNode,
  python: writePython,
  php: writePhp,
}

function writeCurl({ method, url, key, body }: SampleRequest): string {
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...(key === undefined ? [] : [`-H ${inShell(`Authorization: Bearer ${key}`)}`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ')
}

function writeNode({ method, url, key, body }: SampleRequest): string {
  const headers = listHeaders({ key, body }).map(([name, value]) => `    ${inCode(name)}: ${inCode(value)},\n`)
  return [
    `const response = await fetch(${inCode(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${inCode(method)},`]),
    ...(headers.length > 0 ? [`  headers: {\n${headers.join('')}  },`] : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    '  signal: AbortSignal.timeout(30_000),',
    '})',
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    'console.log(await response.text())',
  ].join('\n')
}

function writePython({ method, url, key, body }: SampleRequest): string {
  const headers = listHeaders({ key, body }).map(([name, value]) => `    ${inCode(name)}: ${inCode(value)},\n`)
  return [
    ...(body ? ['import json'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(headers.length > 0 ? [`headers = {\n${headers.join('')}}`] : ['headers = {}']),
    ...(body ? [`body = json.dumps(${JSON.stringify(body)}).encode()`] : []),
    `request = Request(${inCode(url)}, ${body ? 'data=body, ' : ''}headers=headers, method=${inCode(method)})`,
    'with urlopen(request, timeout=30) as response:',
    '    print(response.read().decode())',
  ].join('\n')
}

function writePhp({ method, url, key, body }: SampleRequest): string {
  const headers = listHeaders({ key, body }).map(([name, value]) => `        ${inPhp(`${name}: ${value}`)},\n`)
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${inPhp(name)} => ${listInPhp(value)}`)
  return [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => ${inPhp(method)},`,
    `    'header' => [\n${headers.join('')}    ],`,
    ...(body ? [`    'content' => json_encode([${fields.join(', ')}]),`] : []),
    "    'timeout' => 30,",
    "    'ignore_errors' => true,",
    ']]);',
    `echo file_get_contents(${inPhp(url)}, false, $context);`,
  ].join('\n')
}

function listHeaders({ key, body }: Pick<SampleRequest, 'key' | 'body'>): [name: string, value: string][] {
  return [
    ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as [string, string]]),
    ...(body ? [['Content-Type', 'application/json'] as [string, string]] : []),
  ]
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A string of JavaScript and of Python. */
function inCode(text: string): string {
  return JSON.stringify(text)
}

function inPhp(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}

function listInPhp(value: string | string[]): string {
  return Array.isArray(value) ? `[${value.map(inPhp).join(', ')}]` : inPhp(value)
}
