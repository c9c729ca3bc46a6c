import type { BodyValue, CallBody } from './example-values.ts'

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
  /** The name of a file to upload. */
  file?: string | undefined
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

function writeCurl({ method, url, key, body, file }: SampleRequest): string {
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...(key === undefined ? [] : [`-H ${inShell(`Authorization: Bearer ${key}`)}`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body))}`] : []),
    ...(file === undefined ? [] : [`-F ${inShell(`file=@${file}`)}`]),
  ].join(' \\\n  ')
}

function writeNode({ method, url, key, body, file }: SampleRequest): string {
  const headers = listHeaders({ key, body }).map(([name, value]) => `    ${inCode(name)}: ${inCode(value)},\n`)
  return [
    ...(file === undefined
      ? []
      : [
          "import { openAsBlob } from 'node:fs'",
          '',
          'const form = new FormData()',
          `form.set('file', await openAsBlob(${inCode(file)}), ${inCode(file)})`,
        ]),
    `const response = await fetch(${inCode(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${inCode(method)},`]),
    ...(headers.length > 0 ? [`  headers: {\n${headers.join('')}  },`] : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    ...(file === undefined ? [] : ['  body: form,']),
    '  signal: AbortSignal.timeout(30_000),',
    '})',
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    'console.log(await response.text())',
  ].join('\n')
}

function writePython({ method, url, key, body, file }: SampleRequest): string {
  const headers = listHeaders({ key, body, file }).map(([name, value]) => `    ${inCode(name)}: ${inCode(value)},\n`)
  const data = body || file !== undefined ? 'data=body, ' : ''
  return [
    ...(body ? ['import json'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(headers.length > 0 ? [`headers = {\n${headers.join('')}}`] : ['headers = {}']),
    ...(body ? [`body = json.dumps(${JSON.stringify(body)}).encode()`] : []),
    ...(file === undefined ? [] : writePythonForm(file)),
    `request = Request(${inCode(url)}, ${data}headers=headers, method=${inCode(method)})`,
    'with urlopen(request, timeout=30) as response:',
    '    print(response.read().decode())',
  ].join('\n')
}

/** Python has no writer of forms with files. */
function writePythonForm(file: string): string[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\n\r\n`
  return [
    `with open(${inCode(file)}, 'rb') as file:`,
    `    body = ${inCode(head)}.encode() + file.read() + ${inCode(`\r\n--${BOUNDARY}--\r\n`)}.encode()`,
  ]
}

const BOUNDARY = 'tandem-file'

function writePhp(request: SampleRequest): string {
  const { method, url, key, body, file } = request
  if (file !== undefined) return writePhpUpload({ ...request, file })
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

function writePhpUpload({ url, key, file }: SampleRequest & { file: string }): string {
  const headers = listHeaders({ key }).map(([name, value]) => inPhp(`${name}: ${value}`))
  return [
    '<?php',
    `$curl = curl_init(${inPhp(url)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_HTTPHEADER => [${headers.join(', ')}],`,
    `    CURLOPT_POSTFIELDS => ['file' => new CURLFile(${inPhp(file)})],`,
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    'curl_exec($curl);',
  ].join('\n')
}

function listHeaders({
  key,
  body,
  file,
}: Pick<SampleRequest, 'key' | 'body' | 'file'>): [name: string, value: string][] {
  return [
    ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as [string, string]]),
    ...(body ? [['Content-Type', 'application/json'] as [string, string]] : []),
    ...(file === undefined ? [] : [['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`] as [string, string]]),
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

function listInPhp(value: BodyValue): string {
  if (typeof value === 'string') return inPhp(value)
  if (Array.isArray(value)) return `[${value.map(listInPhp).join(', ')}]`
  return `[${Object.entries(value)
    .map(([name, each]) => `${inPhp(name)} => ${listInPhp(each)}`)
    .join(', ')}]`
}
